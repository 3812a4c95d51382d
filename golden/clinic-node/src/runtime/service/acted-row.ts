import type { JsonObject } from '../json.ts'
import { ProblemError, problem } from '../problem.ts'
import { doingThis } from '../said.ts'
import type { CallStore } from './call-store.ts'
import type { EntityUnit } from './entity.ts'
import type { Working } from './executor.ts'
import { type Grant, grantOf } from './grant.ts'
import { readForWrite } from './write.ts'

/** The stored row that a call is on, with its version. Throws `not-found` unless it may be read, then `forbidden` unless it may be acted on. */
export const readActed = async (
  { call, principal, notes }: Working,
  store: CallStore,
  unit: EntityUnit,
  grant: Grant,
): Promise<{ readonly row: JsonObject; readonly version: string }> => {
  const reading = grantOf(unit, 'read', principal)
  if (!reading)
    throw new ProblemError(
      problem('not-found', { detail: `There is no such ${unit.model.name}, or you may not read it.` }),
    )
  const { row, version, mayAct } = await readForWrite(store, unit, reading, grant, notes.key ?? {}, principal)
  if (mayAct) return { row, version }
  throw new ProblemError(problem('forbidden', { detail: `You may not ${doingThis(unit.model.name, call.operation)}.` }))
}
