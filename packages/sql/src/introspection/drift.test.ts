import { type Charter, parseCharter } from '@charter/charter'
import { expect, test } from 'vitest'
import { compareIntrospection } from './drift.ts'

const charterOf = (entities: string): Charter => {
  const { charter, diagnostics } = parseCharter({ 'charter.yaml': `charter: 1\nname: shop\nentities:\n${entities}` })
  expect(diagnostics).toEqual([])
  return charter as Charter
}

const before = `
  Item:
    schema: sales
    table: item
    key: id
    fields: { id: int32, sku: { type: text, length: ..20, unique: true }, size: { type: enum, values: [S, L] }, note: text, shopId: { type: int32, column: shop_id } }
    relations: { shop: { one: Shop, by: shopId } }
  Shop: { table: shop, key: id, fields: { id: int32, name: { type: text, default: new } } }
  Old: { table: old, key: id, fields: { id: int32 } }
`

test('what people changed in the charter is no drift: names, descriptions, order, rules', () => {
  const mine = `
  Store: { table: shop, key: id, description: Where things are sold, fields: { title: { type: text, default: new, column: name, description: Its name }, id: int32 } }
  Old: { table: old, key: id, fields: { id: int32 } }
  Ware:
    schema: sales
    table: item
    key: number
    fields: { number: { type: int32, column: id }, sku: { type: text, length: ..20, unique: true }, size: { type: enum, values: [S, L] }, note: text, storeId: { type: int32, column: shop_id } }
    relations: { store: { one: Store, by: storeId } }
`
  expect(compareIntrospection(charterOf(mine), charterOf(before))).toEqual([])
})

test('every change of the database is told once, by its own names', () => {
  const after = `
  Item:
    schema: sales
    table: item
    key: [id, sku]
    fields: { id: int64, sku: { type: text, length: ..40 }, size: { type: enum, values: [S, M, L] }, note: { type: text, optional: true }, weight: float64, shopId: { type: int32, column: shop_id } }
  Shop: { table: shop, key: id, fields: { id: int32, name: { type: text, default: open } } }
  Fresh: { table: fresh, key: id, fields: { id: int32, shopId: { type: int32, column: shop_id } }, relations: { shop: { one: Shop, by: shopId } } }
`
  const found = compareIntrospection(charterOf(before), charterOf(after))
  expect(found.map(({ kind, about }) => `${kind} ${about}`)).toEqual([
    'table-added fresh',
    'table-removed old',
    'key-changed sales.item',
    'reference-removed sales.item',
    'unique-changed sales.item',
    'type-changed sales.item.id',
    'optional-changed sales.item.note',
    'values-changed sales.item.size',
    'type-changed sales.item.sku',
    'column-added sales.item.weight',
    'default-changed shop.name',
  ])
  expect(found.find(({ kind }) => kind === 'values-changed')?.sentence).toBe(
    'sales.item.size took S, L and takes S, M, L now.',
  )
})
