import type { Target } from '@charter/deploy'
import type { WindDownBody } from '../charter.gen.ts'

/** Ends a deployment where it runs. Nothing to end is no failure. */
export const windDown =
  ({ target }: { readonly target: Target }): WindDownBody =>
  async ({ row: { id } }, { once }) => {
    await once('stop', () => target.stop(id))
    return { ended: true }
  }
