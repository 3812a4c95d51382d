import type { DeclaredHooks } from '@charter/runtime/service'
import type { Entities } from '../charter.gen.ts'
import { endMemberships, resumeMemberships, suspendMemberships } from '../members/suspended.ts'

/** Whom a directory calls inactive may nothing by any of their memberships, and whom it takes away is of nothing there. */
export const directoryUserHooks: DeclaredHooks<Entities, 'DirectoryUser', 'after'> = {
  after: async ({ row, stored }, { rows }) => {
    if (!row) {
      if (stored) await endMemberships(rows, stored.personId)
    } else if (!row.isActive) await suspendMemberships(rows, row.personId)
    else if (stored && !stored.isActive) await resumeMemberships(rows, row.personId)
  },
}
