import { type HookMoment, hookMoments } from '../call/model.ts'
import { byDeadline, signalOf, unlessOver } from '../limits/until.ts'
import { InputErrors } from '../problem/input-errors.ts'
import { ProblemError, problem } from '../problem/problem.ts'
import type { WritingStore } from '../rows/call-store.ts'
import { readingNow, readRowInput, refuseErrors } from '../rows/input.ts'
import type { HookedWrite } from '../rows/write-hooks.ts'
import type { EntityUnit } from '../store/entity.ts'
import { type JsonObject, ownMember } from '../values/json.ts'
import type { FollowUp } from './after-commit.ts'
import type { Execution } from './call-engine.ts'
import type { AnyHooks, HookContext } from './entity-hooks.ts'
import { openedRow, openReader, operationRows } from './operation.ts'
import type { OperationTransaction } from './operation-body.ts'
import { ownFetch } from './own-fetch.ts'

/** How deep hooks may write rows whose hooks write rows: a ring of them would never end. */
const depthMax = 8

/** A store whose writes have the service's own code around them. `followUps`: what is to follow its commit. */
export const withHooks = (
  working: Execution,
  store: Omit<WritingStore, 'hooks'>,
  followUps: FollowUp[],
  depth = 0,
): WritingStore => ({
  ...store,
  hooks: {
    before: (unit, write, judged) => runBefore({ working, store, followUps, depth }, unit, write, judged),
    after: (unit, write) => runAfter({ working, store, followUps, depth }, unit, write),
  },
})

interface Hooking {
  readonly working: Execution
  readonly store: Omit<WritingStore, 'hooks'>
  readonly followUps: FollowUp[]
  readonly depth: number
}

const runBefore = async (
  hooking: Hooking,
  unit: EntityUnit,
  write: HookedWrite,
  judged: () => Promise<void>,
): Promise<JsonObject> => {
  const hooks = hooksOf(hooking.working, unit)
  if (!hooks) return {}
  if (hooking.depth >= depthMax) throw new Error(`hooks of ${unit.model.name} write rows without end`)
  if (!hooks.before) return {}
  const told = await toldOf(hooking, unit, write)
  const errors = new InputErrors()
  const refuse = (path: string, message: string): void => errors.push({ path, code: 'check', message })
  try {
    const ran = hooks.before(told as never, { ...contextOf(hooking), refuse } as never)
    const derived = await unlessOver(hooking.working.call.context, ran)
    refuseErrors(errors)
    return derived === undefined || write.action === 'delete' ? {} : readDerived(hooking, unit, derived as JsonObject)
  } catch (error) {
    // Who may not do it is told no other reason.
    if (error instanceof ProblemError) await onlyForbidden(judged())
    throw error
  }
}

const onlyForbidden = (judging: Promise<void>): Promise<void> =>
  judging.catch((error: unknown) => {
    if (error instanceof ProblemError && error.problem.code === 'forbidden') throw error
  })

const runAfter = async (hooking: Hooking, unit: EntityUnit, write: HookedWrite): Promise<void> => {
  const hooks = hooksOf(hooking.working, unit)
  if (!hooks?.after && !hooks?.committed) return
  const told = await toldOf(hooking, unit, write)
  await unlessOver(hooking.working.call.context, hooks.after?.(told as never, contextOf(hooking) as never))
  if (hooks.committed) hooking.followUps.push(followUpOf(hooking, hooks.committed, told))
}

const followUpOf = ({ working }: Hooking, committed: NonNullable<AnyHooks['committed']>, told: ToldWrite): FollowUp => {
  const { call, executing, principal, nowMs } = working
  const { operation, context } = call
  return {
    origin: { operation, requestId: context.origin.requestId, traceparent: context.trace },
    run: async () => {
      const until = { deadlineMs: Date.now() + executing.model.limits.requestTimeoutMs }
      const { now } = readingNow(nowMs, executing.model)
      const own = { principal, now, signal: signalOf(until), fetch: ownFetch(until, context.trace) }
      await byDeadline(until, committed(told as never, own as never))
    },
  }
}

/** Null where the charter declares none. Throws ProblemError (`not-implemented`) where one that it declares is not there. */
const hooksOf = ({ executing }: Execution, { model }: EntityUnit): AnyHooks | null => {
  if (model.hooks === undefined) return null
  const hooks = ownMember(executing.hooks ?? {}, model.name) ?? {}
  const missing = hookMoments.find((moment) => isDeclared(model.hooks, moment) && !hooks[moment])
  if (missing !== undefined)
    throw new ProblemError(
      problem('not-implemented', {
        detail: `The hook \`${missing}\` of ${model.name} has no code here: it is the generated service’s own.`,
      }),
    )
  return Object.fromEntries(Object.entries(hooks).filter(([moment]) => isDeclared(model.hooks, moment as HookMoment)))
}

const isDeclared = (declared: readonly HookMoment[] | undefined, moment: HookMoment): boolean =>
  declared?.includes(moment) === true

/** A write as hooks are told it. */
interface ToldWrite extends Pick<HookedWrite, 'action' | 'owned'> {
  readonly row: JsonObject | null
  readonly stored: JsonObject | null
  readonly operation: string
}

const toldOf = async (
  { working, store }: Hooking,
  unit: EntityUnit,
  { action, stored, given, owned }: HookedWrite,
): Promise<ToldWrite> => {
  const opened = stored && (await openedRow(store, unit, stored))
  return {
    action,
    row: action === 'delete' ? null : { ...opened, ...given },
    stored: opened,
    owned,
    operation: working.call.operation,
  }
}

const contextOf = ({ working, store, followUps, depth }: Hooking): Omit<HookContext, 'refuse'> => {
  const { call, executing, principal, nowMs } = working
  return {
    principal,
    now: readingNow(nowMs, executing.model).now,
    rows: operationRows(withHooks(working, store, followUps, depth + 1), principal, () => {}),
    // What a service merges into the type is what transactions of its own store are.
    transaction: store.writes.transaction as OperationTransaction,
    get signal() {
      return signalOf(call.context)
    },
    fetch: ownFetch(call.context, call.context.trace),
  }
}

/** What a hook derives is read as every value is; of a key and of states nothing is derived. */
const readDerived = ({ working, store }: Hooking, unit: EntityUnit, derived: JsonObject): JsonObject => {
  const reader = openReader(store, unit, working.principal)
  const { fields, owned } = readRowInput(reader, derived, 'update')
  refuseErrors(reader.reading.errors)
  const [relation] = Object.keys(owned)
  if (relation !== undefined) throw new Error(`the hook \`before\` of ${unit.model.name} derives rows of ${relation}`)
  return fields
}
