import type { DeclaredHooks } from '@charter/runtime/service'
import type { Entities } from '../charter.gen.ts'
import type { ApiKeys } from '../keys/api-keys.ts'

/** A key is taken once its row is there, and until the row says. */
export const keyHooks = (keys: ApiKeys): DeclaredHooks<Entities, 'Key', 'committed'> => ({
  committed: async ({ action, row, stored }) => {
    if (action === 'create') await keys.begin(row)
    else if (row && row.state === 'active' && row.endsAt !== stored?.endsAt) await keys.shorten(row)
  },
})
