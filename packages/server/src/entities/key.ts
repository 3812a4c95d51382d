import type { DeclaredHooks } from '@charter/runtime/service'
import type { Entities } from '../charter.gen.ts'
import type { ApiKeys } from '../keys/api-keys.ts'

/** A key is taken once its row is there. */
export const keyHooks = (keys: ApiKeys): DeclaredHooks<Entities, 'Key', 'committed'> => ({
  committed: async ({ action, row }) => {
    if (action === 'create') await keys.begin(row)
  },
})
