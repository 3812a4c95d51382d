import type { Entities } from '../../entities.ts'
import type { DeclaredHooks } from '../../runtime/service/index.ts'

/** Whoever founds an organisation is its first member, with a role that may do everything. */
export const organisationHooks: DeclaredHooks<Entities, 'Organisation', 'after'> = {
  after: async ({ action, row }, { rows, principal }) => {
    if (action !== 'create' || !row) return
    const inside = rows.within(row.id)
    const role = await inside.create('Role', { name: 'Admins', grants: ['requester', 'agent', 'admin'] })
    await inside.create('Member', { personId: principal.id, roleId: role.id })
  },
}
