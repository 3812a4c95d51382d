import type { JobBody } from '@charter/runtime/service'

/** How many prices there are, kept as one. */
export const countPrices: JobBody = async (_, { rows, step }) => {
  const found = await rows.list('Price', { where: { sku: { like: '%-counted' } } })
  await step('keep', (context) => context.rows.create('Price', { sku: `count-${found.length}`, cents: found.length }))
  return found.length
}
