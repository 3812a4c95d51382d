import type { TakeKeyBody } from '../charter.gen.ts'
import type { ApiKeys } from '../keys/api-keys.ts'

/** A run of its own, which was begun in the transaction that wrote the row: whoever is killed in between loses none of it. */
export const takeKey =
  ({ keys }: { readonly keys: ApiKeys }): TakeKeyBody =>
  async ({ row: key }, { once }) => {
    await once('take', async () => {
      await keys.take(key)
      return true
    })
    return { taken: true }
  }
