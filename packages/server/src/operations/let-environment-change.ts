import type { LetEnvironmentChangeBody } from '../charter.gen.ts'
import { isOver } from '../deployments/is-over.ts'
import { mayLet } from '../deployments/may-let.ts'
import { makeChange } from '../environments/make-change.ts'

/** Lets a change of an environment; the last one that is asked for makes it. */
export const letEnvironmentChange: LetEnvironmentChangeBody = async (
  { row: change },
  { rows, operations, principal, now, fail },
) => {
  const { id } = change
  if (change.state !== 'requested') return fail('not-waiting', `This change is ${change.state}.`)
  if (isOver(change, now)) return fail('not-waiting', 'This change is expired.')
  const letBy = [...(await mayLet(rows, [...change.letBy, principal.id]))]
  await rows.update('EnvironmentChange', { id }, { letBy })
  if (letBy.length >= change.needs) await makeChange({ rows, operations }, change)
  return { id }
}
