import type { DeclaredHooks } from '@charter/runtime/service'
import type { Entities } from '../charter.gen.ts'

/** What a team may is what each of it may. */
export const teamHooks: DeclaredHooks<Entities, 'Team', 'after'> = {
  after: async ({ action, row, stored }, { rows }) => {
    if (action === 'create' || !row || row.roleId === stored?.roleId) return
    for (const { id } of await rows.list('Member', { where: { teamId: row.id } }))
      await rows.update('Member', { id }, { roleId: row.roleId })
  },
}
