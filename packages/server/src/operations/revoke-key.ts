import type { RevokeKeyBody } from '../charter.gen.ts'
import type { ApiKeys } from '../keys/api-keys.ts'

/** It is refused first, and its row says so then. */
export const revokeKey =
  ({ keys }: { readonly keys: ApiKeys }): RevokeKeyBody =>
  async ({ row: key }, { once, step }) => {
    await once('end', async () => {
      await keys.end(key)
      return true
    })
    await step('ended', async ({ rows, operations }) => {
      const now = await rows.read('Key', { id: key.id })
      if (now?.state === 'active') await operations.endKey({ id: key.id })
    })
    return { ended: true }
  }
