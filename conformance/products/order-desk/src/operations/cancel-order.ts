import { takeStock } from '../stock.ts'
import type { CancelOrderBody } from './bodies.ts'

/** Calls an order off and puts what was reserved back. */
export const cancelOrder: CancelOrderBody = async ({ row }, { rows }) => {
  for (const { productSku, quantity } of await rows.list('OrderLine', { where: { orderId: row.id } }))
    await takeStock(rows, productSku, -quantity)
  return row
}
