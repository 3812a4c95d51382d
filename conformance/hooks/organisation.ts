import type { EntityHooks } from '@charter/runtime/service'

/** Who founds an organisation is its first member, in the same transaction. */
export const organisationHooks: EntityHooks = {
  after: async ({ action, row }, { rows, principal }) => {
    if (action !== 'create') return
    const inside = rows.within(String(row.id))
    const role = await inside.create('Role', { name: 'Owners', grants: ['owner'] })
    await inside.create('Member', { personId: principal.id, roleId: String(role.id) })
  },
}
