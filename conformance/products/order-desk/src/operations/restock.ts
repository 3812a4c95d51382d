import type { RestockBody } from './bodies.ts'

/** Takes goods in. */
export const restock: RestockBody = async ({ value, row }, { rows }) =>
  rows.update('Product', { sku: row.sku }, { stock: row.stock + value.quantity })
