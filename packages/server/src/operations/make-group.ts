import type { MakeGroupBody } from '../charter.gen.ts'
import { joinGroup } from '../members/group-members.ts'

/** It has no role: what its people may an owner says. */
export const makeGroup: MakeGroupBody = async ({ value: { name, externalId, join } }, context) => {
  const team = await context.rows.create('Team', { name, externalId: externalId ?? null, isOfDirectory: true })
  const refused = await joinGroup(context, team, join)
  if (refused) return context.fail(...refused)
  return { id: team.id }
}
