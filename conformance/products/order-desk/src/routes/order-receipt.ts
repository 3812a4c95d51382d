import type { OrderReceiptBody } from './bodies.ts'

/** The lines of an order, as text with its total, or as CSV. */
export const orderReceipt: OrderReceiptBody = async ({ params, type }, { rows, fail }) => {
  const order = await rows.read('Order', { id: params.id })
  if (!order) return fail('no-such-order')
  const lines = await rows.list('OrderLine', { where: { orderId: order.id }, sort: ['position'] })
  if (type === 'text/csv') {
    const csv = lines.map(({ productSku, quantity, price }) => `${productSku},${quantity},${price}\r\n`)
    return { body: `product,quantity,price\r\n${csv.join('')}` }
  }
  const text = lines.map(({ productSku, quantity, price }) => `${quantity} x ${productSku} at ${price}\n`)
  return { body: `${text.join('')}Total: ${order.total}\n` }
}
