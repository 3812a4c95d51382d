import type { JobBody } from '@charter/runtime/service'

/** Raises a price; where it waits, once there is a price called `<sku>-go`. */
export const raisePrice: JobBody = async ({ value, row }, { step, rows, signal }) => {
  const { sku = null, cents } = row ?? {}
  while (value.how === 'waiting' && !signal.aborted && (await rows.read('Price', { sku: `${sku}-go` })) === null)
    await new Promise((resolve) => setTimeout(resolve, 20))
  await step('raise', (context) => context.rows.update('Price', { sku }, { cents: Number(cents) + Number(value.by) }))
  return null
}
