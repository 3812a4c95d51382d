import type { RemoveGroupBody } from '../charter.gen.ts'

/** With the memberships of all that are of it, also of those whom an owner had join. */
export const removeGroup: RemoveGroupBody = async ({ row: team }, { rows }) => {
  const members = await rows.list('Member', { where: { teamId: team.id } })
  for (const { id } of members) await rows.delete('Member', { id })
  await rows.delete('Team', { id: team.id })
  return { left: members.length }
}
