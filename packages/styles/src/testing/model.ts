import { type Charter, parseCharter, toModel } from '@charter/charter'
import type { ServiceModel } from '@charter/runtime'
import { styles } from '../registry.gen.ts'

/** A charter and its model from text, for tests; throws with every diagnostic. */
export const load = (text: string): { readonly charter: Charter; readonly model: ServiceModel } => {
  const { charter, diagnostics } = parseCharter({ 'charter.yaml': text }, { styles })
  if (!charter) throw new Error(diagnostics.map(({ path, message }) => `${path}: ${message}`).join('\n'))
  return { charter, model: toModel(charter, []) }
}

/** Two entities, one of a composite key, and operations of each shape. */
export const shop = `
charter: 1
name: shop
title: Shop
version: 1.0.0
serves: [rest]
sources: { main: { own: sqlite } }
rest: { base: /api }
access: { accepts: [jwt, api-key], roles: [owner] }
entities:
  Order:
    key: id
    fields:
      id: { type: uuid, default: generated }
      title: { type: text, length: ..200 }
      total: { type: decimal, precision: 10, scale: 2 }
      stock: { type: int64 }
      count: { type: int32 }
      ratio: { type: float64 }
      isPaid: { type: boolean }
      day: { type: date }
      moment: { type: instant }
      state: { type: enum, values: [open, 'on hold', closed] }
      card: { type: text, length: 4..19, reveal: payment, mask: { last: 4 } }
    relations:
      lines: { many: Line, inverse: order }
    allow: { owner: { do: [create, read, update, delete, list, audit, closeOrder, importOrders, findOrders] } }
  Line:
    key: [orderId, number]
    fields:
      number: { type: int32 }
      label: { type: text, length: ..40 }
    relations:
      order: { one: Order }
    allow: { owner: { do: [create, read, update, delete, list, audit] } }
operations:
  closeOrder: { entity: Order, input: { reason: { type: text, length: ..80 } }, result: Order, errors: [already-closed] }
  importOrders: { entity: Order, key: false, input: { rows: { type: json } } }
  findOrders: { input: { word: { type: text, length: ..20 }, states: { type: array, items: { type: text, length: ..9 } } }, result: { list: Order }, effect: read, rest: { verb: GET, path: order-finder } }
`
