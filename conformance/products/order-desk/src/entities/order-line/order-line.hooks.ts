import type { Entities } from '../../entities.ts'
import type { DeclaredHooks } from '../../runtime/service/index.ts'
import { takeStock } from '../../stock.ts'

/** A line has the price of the day, and what it asks for is in stock. */
export const orderLineHooks: DeclaredHooks<Entities, 'OrderLine', 'before' | 'after'> = {
  before: async ({ action, row }, { rows, refuse }) => {
    if (action !== 'create') return
    const product = await rows.read('Product', { sku: row.productSku ?? '' })
    if (!product) return
    if (product.stock < (row.quantity ?? 0)) refuse('/quantity', `There are ${product.stock} of ${product.title}.`)
    return { price: product.price }
  },
  after: async ({ action, row, stored }, { rows }) => {
    if (action === 'create') await takeStock(rows, row.productSku, row.quantity)
    if (action === 'delete') await takeStock(rows, stored.productSku, -stored.quantity)
  },
}
