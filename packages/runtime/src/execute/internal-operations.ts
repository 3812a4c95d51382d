import { hasBody, type MoveModel, type OperationModel, ownInternal } from '../call/model.ts'
import { unlessOver } from '../limits/until.ts'
import { ProblemError, problem } from '../problem/problem.ts'
import { grantOf } from '../rows/grant.ts'
import { readKey } from '../rows/read-key.ts'
import { type EntityUnit, entityOf } from '../store/entity.ts'
import { isObject, type Json, type JsonObject, ownMember } from '../values/json.ts'
import type { Execution } from './call-engine.ts'
import { callerRows } from './caller-rows.ts'
import { startJob } from './jobs/start-job.ts'
import { moveRow } from './move.ts'
import { openReader, operationRows, storedRow } from './operation.ts'
import type { InternalOperations, OperationBody, OperationContext } from './operation-body.ts'
import { asItsOwn, failing, OperationFailed } from './operation-failed.ts'
import { ownContext } from './own-context.ts'
import { depthMax, type OwnStore } from './own-store.ts'
import { readInput } from './read-input.ts'
import { readerOf } from './reader-of.ts'
import { wholeWrites } from './whole-writes.ts'

/** Own code that calls internal operations. */
export interface Calling {
  readonly working: Execution
  readonly store: OwnStore
  /** With which the code that calls reads and writes rows. */
  readonly rights: 'caller' | 'service'
  /** Told of each protected value that is given, by its path: `Patient.ssn`. */
  readonly onShown: (path: string) => void
  /** The operation whose code it is. */
  readonly by: string
}

/** What the code of an operation reaches: rows with its rights, internal operations, and its own errors. */
export const operationReach = (
  own: Calling,
  operation: OperationModel,
): Pick<OperationContext, 'rows' | 'fail' | 'operations'> => {
  const { working, store, rights, onShown } = own
  const { model } = working.executing
  return {
    rows: rights === 'service' ? operationRows(store, working.principal, onShown) : callerRows(working, store, onShown),
    operations: internalOperations(own, operation.isBuiltIn ? (model.internal ?? []) : ownInternal(model)),
    fail: failing(operation),
  }
}

/** Internal operations of a service, as code of its own calls them; left out: those of a person's. */
export const internalOperations = (
  calling: Calling,
  of: readonly OperationModel[] = ownInternal(calling.working.executing.model),
): InternalOperations => {
  const whole = wholeWrites(calling.store)
  const calls = Object.fromEntries(
    of.map((operation) => [
      operation.name,
      Object.assign((...given: readonly Json[]) => whole(() => run(calling, operation, given)), {
        reason: (error: unknown) =>
          error instanceof OperationFailed && error.operation === operation.name ? error.reason : null,
      }),
    ]),
  )
  // A service's own types say which there are; they follow the same charter.
  return calls as unknown as InternalOperations
}

const run = async (calling: Calling, operation: OperationModel, given: readonly Json[]): Promise<Json> => {
  const { working, store, onShown } = calling
  const { executing, call } = working
  const { name, entity, hasKey, errors, move } = operation
  if (store.depth >= depthMax) throw new Error(`internal operations call each other without end: ${name}`)
  const body = ownMember(executing.operations, name) as OperationBody | undefined
  const detail = `The internal operation \`${name}\` has no body yet.`
  if (!body && hasBody(operation)) throw new ProblemError(problem('not-implemented', { detail }))
  const rights = operation.rights ?? calling.rights
  const below = store.deeper()
  const own = operationReach({ working, store: below, rights, onShown, by: name }, operation)
  const unit = entity !== undefined && hasKey ? entityOf(store.units, entity) : null
  const key = unit && readKey(unit, objectOf(given[0]))
  const value = readInput(working, operation, given[unit ? 1 : 0] ?? {})
  const row = unit && key ? await rowFor(unit, () => own.rows.read(unit.model.name, key)) : null
  const { notes } = working
  const called = { operation: name, entity: entity ?? null, key, by: calling.by, outcome: 'ok' }
  notes.called = [...notes.called, called]
  const ran = async () => {
    const now =
      move && unit && key && row ? await moved({ ...own, working, store: below, unit, operation, move, key, row }) : row
    if (operation.job !== undefined) return startJob(working, below, { entity: operation.job, operation, value, key })
    return body ? body({ value, row: now }, ownContext(working, store, own)) : key
  }
  const result = await unlessOver(call.context, ran()).catch((error: unknown) => {
    const ended = asItsOwn(errors, error)
    called.outcome = ended instanceof ProblemError ? ended.problem.code : 'internal'
    throw asFailed(name, ended)
  })
  return result ?? null
}

interface Moving extends Pick<OperationContext, 'rows'> {
  readonly working: Execution
  readonly store: OwnStore
  readonly unit: EntityUnit
  readonly operation: OperationModel
  readonly move: MoveModel
  readonly key: JsonObject
  readonly row: JsonObject
}

/** Takes the row to its next state, which nobody needs a right to, and gives it as the code may see it there. */
const moved = async ({ rows, row, working, store, unit, operation, move, key }: Moving): Promise<JsonObject> => {
  const { principal } = working
  const stored = await storedRow(store, unit, key, principal)
  if (!stored) throw new ProblemError(problem('not-found'))
  const seen = grantOf(unit, 'read', principal)
  const reader = seen ? readerOf(working, unit, seen) : openReader(store, unit, principal)
  await moveRow({ store, reader, operation, move, stored })
  // In its new state it may be none that the caller may read.
  return (await rows.read(unit.model.name, key)) ?? { ...row, [move.field]: move.to }
}

const objectOf = (key: Json | undefined): JsonObject => (isObject(key) ? key : {})

const rowFor = async ({ model }: EntityUnit, reading: () => Promise<JsonObject | null>): Promise<JsonObject> => {
  const row = await reading()
  if (row) return row
  throw new ProblemError(problem('not-found', { detail: `There is no such ${model.name}, or you may not read it.` }))
}

/** The error that its own `fail` ended it with: no client hears of that by itself. */
const asFailed = (name: string, error: unknown): unknown => {
  if (!(error instanceof ProblemError) || error.problem.code !== 'operation-failed') return error
  return new OperationFailed(name, error.problem.reason ?? '', error.problem.detail)
}
