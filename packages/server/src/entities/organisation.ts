import type { DeclaredHooks } from '@charter/runtime/service'
import type { Entities } from '../charter.gen.ts'

/** Whoever founds an organisation is its first member, with every right but one: who decides of everything approves nothing. */
export const organisationHooks: DeclaredHooks<Entities, 'Organisation', 'after'> = {
  after: async ({ action, row }, { rows, principal }) => {
    if (action !== 'create' || !row) return
    const inside = rows.within(row.id)
    const role = await inside.create('Role', {
      name: 'Owners',
      grants: ['viewer', 'designer', 'operator', 'auditor', 'owner'],
    })
    await inside.create('Member', { personId: principal.id, roleId: role.id })
  },
}
