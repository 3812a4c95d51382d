import type { MembersOfGroupBody } from '../charter.gen.ts'
import { groupMembers } from '../members/group-members.ts'

export const membersOfGroup: MembersOfGroupBody = async ({ row: team }, { rows }) => groupMembers(rows, team.id)
