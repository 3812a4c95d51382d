import type { DeclaredHooks } from '@charter/runtime/service'
import type { Entities } from '../charter.gen.ts'

/** A key is taken once its row is there, and until the row says: whichever process ends in between. */
export const keyHooks: DeclaredHooks<Entities, 'Key', 'after'> = {
  after: async ({ action, row, stored }, { operations }) => {
    const isTold = action === 'create' || (row?.state === 'active' && row.endsAt !== stored?.endsAt)
    if (row && isTold) await operations.takeKey({ id: row.id })
  },
}
