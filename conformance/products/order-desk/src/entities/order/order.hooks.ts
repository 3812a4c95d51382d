import { appendFile } from 'node:fs/promises'
import type { Entities } from '../../entities.ts'
import { amountOf, centsOf } from '../../money.ts'
import type { DeclaredHooks, Rows } from '../../runtime/service/index.ts'

/** What an order costs, and who hears of it. */
export const orderHooks: DeclaredHooks<Entities, 'Order', 'before' | 'committed'> = {
  before: async ({ action, owned }, { rows, refuse }) => {
    if (action === 'delete') return
    const lines = owned.lines ?? []
    if (action === 'create' && lines.length === 0) refuse('/lines', 'An order has at least one line.')
    if (action === 'update' && lines.length === 0) return
    return { total: amountOf(await totalOf(rows, lines)) }
  },
  committed: async ({ action, row }) => {
    const file = process.env.ORDERS_FILE
    if (file !== undefined && row)
      await appendFile(file, `${JSON.stringify({ action, id: row.id, status: row.status })}\n`)
  },
}

const totalOf = async (
  rows: Rows<Entities>,
  lines: NonNullable<Entities['Order']['create']['lines']>,
): Promise<bigint> => {
  let cents = 0n
  for (const { productSku, quantity } of lines) {
    const product = await rows.read('Product', { sku: productSku })
    // One that is not there is told by its own line.
    if (product) cents += centsOf(product.price) * BigInt(quantity)
  }
  return cents
}
