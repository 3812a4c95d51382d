import type { OperationModel } from '../call/model.ts'
import { unlessOver } from '../limits/until.ts'
import { ProblemError, problem } from '../problem/problem.ts'
import { readingNow, refuseErrors } from '../rows/input.ts'
import { readKey } from '../rows/read-key.ts'
import { type EntityUnit, entityOf } from '../store/entity.ts'
import { type Json, type JsonObject, ownMember } from '../values/json.ts'
import { readMembers } from '../values/read.ts'
import type { Execution } from './call-engine.ts'
import { callerRows } from './caller-rows.ts'
import { operationRows } from './operation.ts'
import type { InternalOperations, OperationBody, OperationContext } from './operation-body.ts'
import { asItsOwn, failing, OperationFailed } from './operation-failed.ts'
import { ownContext } from './own-context.ts'
import { depthMax, type OwnStore } from './own-store.ts'
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

/** The internal operations of a service, as code of its own calls them. */
export const internalOperations = (calling: Calling): InternalOperations => {
  const whole = wholeWrites(calling.store)
  const calls = Object.fromEntries(
    (calling.working.executing.model.internal ?? []).map((operation) => [
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
  const { working, store, onShown, by } = calling
  const { executing, call, nowMs, principal } = working
  const { name, entity, hasKey, errors } = operation
  if (store.depth >= depthMax) throw new Error(`internal operations call each other without end: ${name}`)
  const body = ownMember(executing.operations, name) as OperationBody | undefined
  const detail = `The internal operation \`${name}\` has no body yet.`
  if (!body) throw new ProblemError(problem('not-implemented', { detail }))
  const rights = operation.rights ?? calling.rights
  const deeper = store.deeper()
  const rows = rights === 'service' ? operationRows(deeper, principal, onShown) : callerRows(working, deeper, onShown)
  const unit = entity !== undefined && hasKey ? entityOf(store.units, entity) : null
  const key = unit && readKey(unit, objectOf(given[0]))
  const reading = readingNow(nowMs, executing.model)
  const value = readMembers(operation.input, given[unit ? 1 : 0] ?? {}, '', reading)
  refuseErrors(reading.errors)
  const row = unit && key ? await rowFor(unit, () => rows.read(unit.model.name, key)) : null
  const { notes } = working
  notes.called = [...notes.called, { operation: name, entity: entity ?? null, key, by }]
  const operations = internalOperations({ working, store: deeper, rights, onShown, by: name })
  const ran = body(
    { value: value ?? {}, row },
    ownContext<Pick<OperationContext, 'rows' | 'fail' | 'operations'>>(working, deeper, {
      rows,
      operations,
      fail: failing(operation),
    }),
  )
  const result = await unlessOver(call.context, ran).catch((error: unknown) => {
    throw asFailed(name, asItsOwn(errors, error))
  })
  return result ?? null
}

const objectOf = (key: Json | undefined): JsonObject =>
  typeof key === 'object' && key !== null && !Array.isArray(key) ? (key as JsonObject) : {}

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
