import { text } from 'node:stream/consumers'
import type { TakeOverBody } from './bodies.ts'
import { rateOf } from './rate.ts'

/** Of a sheet that is read in one step, and committed with its prices. */
const pieceBytes = 4 * 1024 * 1024

/**
 * Takes a list over. A line is `sku;price;whatever else the supplier says of it`. Each step reads a piece of the sheet and keeps its prices; a line that
 * goes on past it is the next one's.
 */
export const takeOver: TakeOverBody = async ({ row }, { step, once, progress, tell, fail, retry }) => {
  const { sheet, currency, supplier } = row
  if (sheet === null) return fail('no-sheet')
  const rate = await once('rate', async ({ fetch }) => rateOf(currency, fetch)).catch(() => null)
  // Whoever knows what a currency is worth may be down at night.
  if (rate === null) return retry(`Nobody says what ${currency} is worth.`, { afterMs: 1000 })
  let [at, lines] = [0, 0]
  while (at < sheet.size) {
    const from = at
    const done = await step(
      `from ${from}`,
      async ({ rows }) => {
        const found = await rows.file('PriceList', { id: row.id }, 'sheet', { from, to: from + pieceBytes })
        if (!found) return fail('no-sheet')
        const piece = await text(found.stream)
        const end = from + pieceBytes >= sheet.size ? piece.length : piece.lastIndexOf('\n') + 1
        if (end === 0) return fail('bad-line', `A line from byte ${from} on has no end.`)
        const prices = piece.slice(0, end).split('\n').filter(Boolean).map(priceIn)
        for (const { sku, price } of prices) {
          if (sku === '' || Number.isNaN(price))
            return fail('bad-line', `A line after byte ${from} is none of a price.`)
          const cents = Math.round(price * rate)
          const before = await rows.read('Price', { supplier, sku })
          if (before) await rows.update('Price', { supplier, sku }, { cents })
          else await rows.create('Price', { supplier, sku, cents })
        }
        return { at: from + Buffer.byteLength(piece.slice(0, end)), lines: prices.length }
      },
      { percent: Math.floor((99 * from) / sheet.size) },
    )
    at = done.at
    lines += done.lines
    progress(Math.floor((99 * at) / sheet.size))
  }
  await step('taken', ({ operations }) => operations.endList({ id: row.id }))
  tell(`${lines} prices of ${supplier}`)
  return { lines }
}

const priceIn = (line: string): { readonly sku: string; readonly price: number } => {
  const [sku = '', price = ''] = line.split(';', 2)
  return { sku, price: price === '' ? Number.NaN : Number(price) }
}
