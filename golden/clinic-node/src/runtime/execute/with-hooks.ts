import type { HookMoment } from '../call/model.ts'
import { unlessOver } from '../limits/until.ts'
import { InputErrors } from '../problem/input-errors.ts'
import type { WritingStore } from '../rows/call-store.ts'
import { readingNow, readRowInput, refuseErrors } from '../rows/input.ts'
import type { HookedWrite } from '../rows/write-hooks.ts'
import type { EntityUnit } from '../store/entity.ts'
import type { RowChange } from '../store/state.ts'
import type { JsonObject } from '../values/json.ts'
import type { FollowUp } from './after-commit.ts'
import type { Execution } from './call-engine.ts'
import type { AnyHooks, BeforeContext, HookContext } from './entity-hooks.ts'
import { hooksOf } from './hook-of.ts'
import { internalOperations } from './internal-operations.ts'
import { openedRow, openReader, operationRows } from './operation.ts'
import { ownContext } from './own-context.ts'
import { ownFetch } from './own-fetch.ts'
import { depthMax, type OwnStore } from './own-store.ts'
import { isOf } from './row-writes.ts'

/** A store whose writes have the service's own code around them. `followUps`: what is to follow its commit. */
export const withHooks = (
  working: Execution,
  store: Omit<WritingStore, 'hooks'>,
  followUps: FollowUp[],
  depth = 0,
): OwnStore => ({
  ...store,
  depth,
  followUps,
  deeper: () => withHooks(working, store, followUps, depth + 1),
  hooks: {
    before: (unit, write) => runBefore({ working, store, followUps, depth }, unit, write),
    after: (unit, write) => runAfter({ working, store, followUps, depth }, unit, write),
    as: (principal) => withHooks({ ...working, principal }, store, followUps, depth).hooks,
  },
})

interface Hooking {
  readonly working: Execution
  readonly store: Omit<WritingStore, 'hooks'>
  readonly followUps: FollowUp[]
  readonly depth: number
}

const runBefore = async (hooking: Hooking, unit: EntityUnit, write: HookedWrite): Promise<JsonObject> => {
  const hooks = hooksOf(unit.model, hooking.working.executing.hooks)
  if (!hooks) return {}
  if (hooking.depth >= depthMax) throw new Error(`hooks of ${unit.model.name} write rows without end`)
  if (!isDeclared(unit, 'before')) return {}
  const { store, working } = hooking
  const told = await toldOf(hooking, unit, write)
  const errors = new InputErrors()
  const refuse = (path: string, message: string): void => errors.push({ path, code: 'check', message })
  const from = store.changes.length
  store.progress.hooks++
  const context: BeforeContext = ownContext(working, store, { ...reachOf(hooking), refuse })
  const ran = hooks.before?.(told as never, context as never)
  const derived = (await unlessOver(working.call.context, ran)) as JsonObject | undefined
  refuseErrors(errors)
  refuseOverwritten(unit, write, store.changes.slice(from))
  return derived === undefined || write.action === 'delete' ? {} : readDerived(hooking, unit, derived)
}

/** The write goes on from the row as it was read: what the hook did to it by itself would be lost. */
const refuseOverwritten = (unit: EntityUnit, { stored }: HookedWrite, changes: readonly RowChange[]): void => {
  if (stored && changes.some(isOf(unit, stored)))
    throw new Error(
      `the hook \`before\` of ${unit.model.name} writes the row that it runs for: it gives what it derives instead`,
    )
}

const runAfter = async (hooking: Hooking, unit: EntityUnit, write: HookedWrite): Promise<void> => {
  const { working, store } = hooking
  const hooks = hooksOf(unit.model, working.executing.hooks)
  if (!hooks || !(isDeclared(unit, 'after') || isDeclared(unit, 'committed'))) return
  const told = await toldOf(hooking, unit, write)
  // Before what its own hook writes: that is heard of in the order in which it was done.
  if (isDeclared(unit, 'committed')) hooking.followUps.push(followUpOf(hooking, hooks, told))
  if (!isDeclared(unit, 'after')) return
  store.progress.hooks++
  const context: HookContext = ownContext(working, store, reachOf(hooking))
  await unlessOver(working.call.context, hooks.after?.(told as never, context as never))
}

const followUpOf = ({ working }: Hooking, hooks: AnyHooks, told: ToldWrite): FollowUp => {
  const { call, executing, principal, nowMs } = working
  const { operation, context } = call
  return {
    origin: { operation, requestId: context.origin.requestId, traceparent: context.trace },
    run: async (until, signal) => {
      const { now } = readingNow(nowMs, executing.model)
      await hooks.committed?.(told as never, { principal, now, signal, fetch: ownFetch(until, context.trace) } as never)
    },
  }
}

const isDeclared = ({ model }: EntityUnit, moment: HookMoment): boolean => model.hooks?.includes(moment) === true

/** A write as hooks are told it. */
interface ToldWrite extends Pick<HookedWrite, 'action' | 'owned'> {
  readonly row: JsonObject | null
  readonly stored: JsonObject | null
  readonly operation: string
}

/** Nobody has given a value yet, of what may be without one. */
const absent = ({ model }: EntityUnit): JsonObject =>
  Object.fromEntries(model.fields.filter(({ isOptional }) => isOptional).map(({ name }) => [name, null]))

const toldOf = async (
  { working, store }: Hooking,
  unit: EntityUnit,
  { action, stored, given, owned }: HookedWrite,
): Promise<ToldWrite> => {
  const opened = stored && (await openedRow(store, unit, stored))
  return {
    action,
    row: action === 'delete' ? null : { ...(opened ?? absent(unit)), ...given },
    stored: opened,
    owned,
    operation: working.call.operation,
  }
}

/** Rows and operations with the rights of the service, one step deeper. */
const reachOf = ({ working, store, followUps, depth }: Hooking) => {
  const { call, principal } = working
  const own = withHooks(working, store, followUps, depth)
  const onShown = () => {}
  return {
    rows: operationRows(own.deeper(), principal, onShown),
    operations: internalOperations({ working, store: own, rights: 'service', onShown, by: call.operation }),
  }
}

/**
 * What a hook derives is read as every value is; of a key and of states nothing is derived. What is wrong with it is a mistake of its
 * code, and nothing that the client has sent.
 */
const readDerived = ({ working, store }: Hooking, unit: EntityUnit, derived: JsonObject): JsonObject => {
  const reader = openReader(store, unit, working.principal)
  const given = Object.fromEntries(Object.entries(derived).filter(([, value]) => value !== undefined))
  const { fields, owned } = readRowInput(reader, given, 'update')
  const [error] = reader.reading.errors
  const [relation] = Object.keys(owned)
  if (error)
    throw new Error(`the hook \`before\` of ${unit.model.name} derives what cannot be: ${error.path} ${error.message}`)
  if (relation !== undefined) throw new Error(`the hook \`before\` of ${unit.model.name} derives rows of ${relation}`)
  return fields
}
