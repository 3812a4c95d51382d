import { forbidden } from '../call/why.ts'
import { ProblemError, problem } from '../problem/problem.ts'
import { doingThis } from '../problem/said.ts'
import type { CallStore } from '../rows/call-store.ts'
import { type Grant, grantOf } from '../rows/grant.ts'
import { whyNotThis } from '../rows/why-not-this.ts'
import type { EntityUnit } from '../store/entity.ts'
import type { JsonObject } from '../values/json.ts'
import type { Execution } from './call-engine.ts'
import { readForWrite } from './write.ts'

/** What is done to which row, where it is not the call itself. */
interface Acted {
  readonly key?: JsonObject
  readonly operation?: string
}

/** The stored row that a call is on, with its version. Throws `not-found` unless it may be read, then `forbidden` unless it may be acted on. */
export const readActed = async (
  { call, principal, notes }: Execution,
  store: CallStore,
  unit: EntityUnit,
  grant: Grant,
  { key = notes.key ?? {}, operation = call.operation }: Acted = {},
): Promise<{ readonly row: JsonObject; readonly version: string }> => {
  const reading = grantOf(unit, 'read', principal)
  if (!reading)
    throw new ProblemError(
      problem('not-found', { detail: `There is no such ${unit.model.name}, or you may not read it.` }),
    )
  const { row, version, mayAct } = await readForWrite(store, unit, reading, grant, key, principal)
  if (mayAct) return { row, version }
  throw forbidden(principal, `You may not ${doingThis(unit.model.name, operation)}.`, () => whyNotThis(grant))
}
