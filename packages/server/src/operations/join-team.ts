import type { JoinTeamBody } from '../charter.gen.ts'

/** Nobody makes themselves one of a team. */
export const joinTeam: JoinTeamBody = async ({ row: team, value: { personId } }, { rows, principal, fail }) => {
  if (personId === principal.id) return fail('oneself', 'Somebody else has to say that you are of this team.')
  return rows.create('Member', { personId, roleId: team.roleId, teamId: team.id, through: team.id })
}
