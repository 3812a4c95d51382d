import type { ChangeGroupBody } from '../charter.gen.ts'
import { groupMembers, joinGroup, leaveGroup } from '../members/group-members.ts'

/** All of it at once, or nothing. */
export const changeGroup: ChangeGroupBody = async ({ row: team, value }, context) => {
  const { name, externalId, join, leave, othersLeave } = value
  const { rows, fail } = context
  const changed = {
    ...(name != null && { name }),
    ...(externalId != null && { externalId: externalId === '' ? null : externalId }),
  }
  if (Object.keys(changed).length > 0) await rows.update('Team', { id: team.id }, changed)
  const staying = new Set(join)
  const others = othersLeave ? (await groupMembers(rows, team.id)).filter((id) => !staying.has(id)) : []
  await leaveGroup(rows, team.id, [...leave, ...others])
  const refused = await joinGroup(context, team, join)
  if (refused) return fail(...refused)
  return { id: team.id }
}
