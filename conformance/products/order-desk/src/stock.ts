import type { Entities } from './entities.ts'
import type { Rows } from './runtime/service/index.ts'

/** Takes so many of a product out of stock, or puts them back where there are fewer than none; false where there are not so many. */
export const takeStock = async (rows: Rows<Entities>, sku: string, quantity: number): Promise<boolean> => {
  const product = await rows.read('Product', { sku })
  if (!product || product.stock < quantity) return false
  await rows.update('Product', { sku }, { stock: product.stock - quantity })
  return true
}
