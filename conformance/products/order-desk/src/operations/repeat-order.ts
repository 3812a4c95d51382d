import type { RepeatOrderBody } from './bodies.ts'

/** Places the same order once more, at the prices of today: as its caller may. */
export const repeatOrder: RepeatOrderBody = async ({ row }, { rows, fail }) => {
  const lines = await rows.list('OrderLine', { where: { orderId: row.id }, sort: ['position'] })
  if (lines.length === 0) return fail('nothing-to-repeat')
  return rows.create('Order', {
    customerId: row.customerId,
    lines: lines.map(({ position, quantity, productSku }) => ({ position, quantity, productSku })),
  })
}
