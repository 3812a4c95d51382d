import type { DeclaredHooks } from '@charter/runtime/service'
import type { Entities } from '../charter.gen.ts'

/** A person has one role of their own, and those of their teams, which say what they are. */
export const memberHooks: DeclaredHooks<Entities, 'Member', 'before'> = {
  before: async ({ action, row }, { rows, refuse }) => {
    if (!row) return
    const team = row.teamId == null ? null : await rows.read('Team', { id: row.teamId })
    if (team && team.roleId !== row.roleId) refuse('/roleId', `It is that of the team ${team.name}.`)
    if (team || action !== 'create') return
    const known = await rows.list('Member', { where: { personId: row.personId, teamId: null }, limit: 1 })
    if (known.length > 0) refuse('/personId', 'This person is a member already: change what they may.')
  },
}
