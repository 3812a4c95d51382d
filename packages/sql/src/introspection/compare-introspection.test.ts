import { type Charter, parseCharter } from '@charter/charter'
import { expect, test } from 'vitest'
import { compareIntrospection } from './compare-introspection.ts'

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

const rules = (size: string, checks: string, more = '') =>
  charterOf(`
  Shift:
    table: shift
    key: id
    fields: { id: { type: uuid${more} }, size: ${size}, startsAt: { type: int32, column: starts }, endsAt: { type: int32, column: ends } }
${checks === '' ? '' : `    checks: { ${checks} }`}
`)

test('rules that the database has now are drift; of those that it does not have, a person may have drawn them', () => {
  const none = rules('int32', '')
  const some = rules('{ type: int32, min: 1 }', 'in_order: endsAt > startsAt')
  expect(compareIntrospection(none, some)).toEqual([
    {
      kind: 'rule-added',
      about: 'shift',
      sentence: 'The database has a rule in_order of shift now: endsAt > startsAt',
    },
    { kind: 'rule-added', about: 'shift.size', sentence: 'The database says now that shift.size must be at least 1.' },
  ])
  expect(compareIntrospection(some, none)).toEqual([
    {
      kind: 'rule-removed',
      about: 'shift',
      sentence: 'The charter has a rule in_order of shift, and the database does not: endsAt > startsAt',
      isOurs: true,
    },
    {
      kind: 'rule-removed',
      about: 'shift.size',
      sentence: 'The charter says that shift.size must be at least 1; the database does not.',
      isOurs: true,
    },
  ])
  const renamed = rules('{ type: int32, min: 1 }', 'right_way_round: endsAt > startsAt')
  expect(compareIntrospection(renamed, some)).toEqual([])
})

test('a uuid that the service makes in the place of the database is no drift', () => {
  const [ours, theirs] = [rules('int32', '', ', default: generated'), rules('int32', '', ', default: database')]
  expect(compareIntrospection(ours, theirs)).toEqual([])
})

test('values of an enum are told apart: empty ones, and those with spaces', () => {
  const [before, now] = [
    rules('{ type: enum, values: [S, "in stock"] }', ''),
    rules('{ type: enum, values: [S, "", "a, b"] }', ''),
  ]
  expect(compareIntrospection(before, now).map(({ sentence }) => sentence)).toEqual([
    'shift.size took S, "in stock" and takes S, "", "a, b" now.',
  ])
})

test('what the engine keeps there is no drift: runs of jobs and webhooks are in no catalogue that is read', () => {
  const mine = charterOf('  Shop: { table: shop, key: id, fields: { id: int32 } }\n')
  const text = `charter: 1
name: shop
access: { roles: [clerk] }
sources: { main: { url: env(SHOP), database: postgresql } }
state: source
entities:
  Shop: { table: shop, key: id, fields: { id: int32 } }
operations: { count: { mode: job, rights: service, every: 1 day } }
webhooks: { of: [Shop], roles: [clerk] }
`
  const { charter, diagnostics } = parseCharter({ 'charter.yaml': text })
  expect(diagnostics).toEqual([])
  expect(charter?.entities.map(({ name }) => name)).toEqual(['Shop', 'Webhook', 'CountJob', 'WebhookDeliveryJob'])
  expect(compareIntrospection(charter as Charter, mine)).toEqual([])
})
