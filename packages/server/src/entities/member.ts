import type { DeclaredHooks } from '@charter/runtime/service'
import type { Entities } from '../charter.gen.ts'

/** What somebody may by a team its role says, and nothing else. */
export const memberHooks: DeclaredHooks<Entities, 'Member', 'before'> = {
  before: async ({ row }, { rows, refuse }) => {
    if (!row) return
    const team = row.teamId == null ? null : await rows.read('Team', { id: row.teamId })
    if (team && (team.roleId ?? null) !== (row.roleId ?? null))
      refuse('/roleId', `It is that of the team ${team.name}.`)
  },
}
