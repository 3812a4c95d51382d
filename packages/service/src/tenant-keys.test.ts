import type { JsonObject, Principal, Selection } from '@charter/runtime'
import { keyProviderOf, resealRows, rotateKeys } from '@charter/runtime/service'
import { databaseOf } from '@charter/sql/store'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodyOf, call, codeOf, type Opened, open } from './testing/clinic.ts'
import { databases } from './testing/databases.ts'

const text = (database: string): string => `
charter: 1
name: shop
serves: [rest]
sources: { main: { own: ${database} } }
access:
  roles: [clerk, picker]
  principal: { aisle: { type: text, claim: aisle } }
  tenancy: { field: tenantId, claim: tenant }
entities:
  Product:
    key: code
    fields:
      code: { type: text, length: 1..20 }
      tenantId: { type: text, length: 1..40, default: tenant, column: tenant_id }
      name: { type: text, length: 1..3000 }
      aisle: { type: text, length: 1..10 }
      label: { type: text, length: 1..10, unique: true, optional: true, column: label_text }
      secret: { type: text, length: 1..20, protect: encrypt, search: equals, unique: true, optional: true }
    relations:
      stocks: { many: Stock, inverse: product, owned: true }
      better: { one: Product, optional: true }
      places: { many: Place, through: { entity: Stock, here: product, there: place } }
    allow: { clerk: { do: [create, read, update, delete, list, audit, rename] }, picker: { do: [read, list], when: resource.aisle == principal.aisle } }
  Place:
    key: [hall, shelf]
    softDelete: goneAt
    fields: { hall: { type: int32 }, shelf: { type: text, length: 1..10 }, tenantId: { type: text, length: 1..40, default: tenant }, goneAt: { type: instant, optional: true } }
    allow: { clerk: { do: [create, read, update, delete, list] } }
  Stock:
    key: [productCode, number]
    fields: { number: { type: int32 }, tenantId: { type: text, length: 1..40, default: tenant }, count: { type: int32, default: 1 } }
    relations: { product: { one: Product }, place: { one: Place, optional: true } }
    allow:
      clerk: { do: [create, read, update, delete, list] }
      picker: { do: [read, list], when: resource.product.aisle == principal.aisle }
operations:
  rename: { rights: service, entity: Product, input: { to: { type: text, length: 1..20 } }, result: Product, effect: write, mode: unary }
`

const someone = (tenant: string, role = 'clerk', aisle = 'x'): Principal => ({
  id: `${role} ${tenant}`,
  roles: [role],
  attributes: { aisle },
  tenant,
  credential: 'jwt',
})
const [a, b] = [someone('a'), someone('b')]

describe.each(databases)('keys that clients give, on %s', (database) => {
  let opened: Opened
  const run = (operation: string, as: Principal, input: Parameters<typeof call>[2] = {}, select?: Selection) =>
    opened.service.execute({ ...call(operation, as, input), ...(select && { select }) })
  const told = async (...given: Parameters<typeof run>): Promise<JsonObject> =>
    bodyOf(await run(...given)) as JsonObject
  const items = async (...given: Parameters<typeof run>): Promise<readonly JsonObject[]> =>
    (bodyOf(await run(...given)) as { items: readonly JsonObject[] }).items
  const make = (as: Principal, value: JsonObject) =>
    told('Product.create', as, { value: { name: `of ${as.tenant}`, aisle: as.tenant ?? '', ...value } })
  beforeAll(async () => {
    opened = await open({
      text: text(database),
      operations: {
        rename: async ({ value, row }, { rows }) =>
          rows.update('Product', { code: row?.code ?? '' }, { name: value.to ?? '' }),
      },
    })
  })
  afterAll(() => opened.close())

  test('one tenant may take a key that another has, and each reads, lists, changes and deletes its own row', async () => {
    for (const as of [a, b]) await make(as, { code: 'tea', secret: 'mine' })
    for (const as of [a, b])
      expect(await told('Product.read', as, { key: { code: 'tea' } })).toMatchObject({
        name: `of ${as.tenant}`,
        secret: 'mine',
      })
    await told('Product.update', a, { key: { code: 'tea' }, value: { name: 'changed', secret: 'other' } })
    expect(await told('Product.read', b, { key: { code: 'tea' } })).toMatchObject({ name: 'of b', secret: 'mine' })
    await told('rename', b, { key: { code: 'tea' }, value: { to: 'renamed' } })
    expect(await items('Product.list', a)).toMatchObject([{ code: 'tea', name: 'changed', secret: 'other' }])
    expect(await items('Product.list', b)).toMatchObject([{ code: 'tea', name: 'renamed' }])
    expect(await items('Product.audit', a, { key: { code: 'tea' } })).toMatchObject([
      { operation: 'Product.update' },
      { operation: 'Product.read' },
      { operation: 'Product.create' },
    ])
    expect(codeOf(await run('Product.delete', a, { key: { code: 'tea' } }))).toBe('ok')
    expect(codeOf(await run('Product.read', a, { key: { code: 'tea' } }))).toBe('not-found')
    expect(await told('Product.read', b, { key: { code: 'tea' } })).toMatchObject({ name: 'renamed' })
  })

  test('a key that is taken within the tenant is a conflict that names the key alone', async () => {
    await make(a, { code: 'ice' })
    const again = await run('Product.create', a, { value: { code: 'ice', name: 'n', aisle: 'x' } })
    expect(again).toMatchObject({ problem: { code: 'conflict', errors: [{ path: '/code', code: 'not-unique' }] } })
  })

  test('a conflict names the field, whatever its column is called', async () => {
    for (const as of [a, b]) await make(as, { code: 'mug', label: 'L' })
    expect(await run('Product.create', b, { value: { code: 'cup', name: 'n', aisle: 'x', label: 'L' } })).toMatchObject(
      {
        problem: { code: 'conflict', errors: [{ path: '/label' }] },
      },
    )
  })

  test('what refers to a key means the tenant’s own row: written, included, along a rule and when it goes', async () => {
    for (const as of [a, b]) {
      await told('Place.create', as, { value: { hall: 1, shelf: 's' } })
      await make(as, { code: 'pot', stocks: [{ number: 1, placeHall: 1, placeShelf: 's' }, { number: 2 }] })
    }
    await make(a, { code: 'lid', betterCode: 'pot' })
    expect(
      codeOf(await run('Product.create', b, { value: { code: 'cup', name: 'n', aisle: 'b', betterCode: 'lid' } })),
    ).toBe('invalid-input')
    const include = { stocks: { include: { product: {} }, count: true }, places: {}, better: {} }
    for (const as of [a, b])
      expect(await told('Product.read', as, { key: { code: 'pot' } }, { include })).toMatchObject({
        name: `of ${as.tenant}`,
        stocks: { items: [{ number: 1, product: { name: `of ${as.tenant}` } }, { number: 2 }], count: { value: 2 } },
        places: { items: [{ hall: 1, shelf: 's' }] },
      })
    expect(await told('Product.read', a, { key: { code: 'lid' } }, { include: { better: {} } })).toMatchObject({
      better: { name: 'of a' },
    })
    // A picker of tenant b is let by the aisle of b's product, not by that of a's.
    expect(await items('Stock.list', someone('b', 'picker', 'a'))).toEqual([])
    expect(await items('Stock.list', someone('b', 'picker', 'b'))).toHaveLength(2)
    await told('Product.update', a, { key: { code: 'pot' }, value: { stocks: [{ number: 1, count: 5 }] } })
    expect(await items('Stock.list', b)).toMatchObject([
      { number: 1, count: 1 },
      { number: 2, count: 1 },
    ])
    expect(await items('Stock.list', a)).toMatchObject([{ number: 1, count: 5 }])
    expect(codeOf(await run('Product.delete', a, { key: { code: 'pot' } }))).toBe('referenced')
    expect(codeOf(await run('Product.delete', b, { key: { code: 'pot' } }))).toBe('ok')
    expect(await items('Stock.list', b)).toEqual([])
    expect(await items('Stock.list', a)).toHaveLength(1)
  })

  test('a row that is marked deleted is the tenant’s own, and so is a place in a long order', async () => {
    for (const as of [a, b]) await told('Place.create', as, { value: { hall: 7, shelf: 'z' } })
    await run('Place.delete', a, { key: { hall: 7, shelf: 'z' } })
    expect(codeOf(await run('Place.read', a, { key: { hall: 7, shelf: 'z' } }))).toBe('not-found')
    expect(codeOf(await run('Place.read', b, { key: { hall: 7, shelf: 'z' } }))).toBe('ok')
    const c = someone('c')
    for (const [as, start] of [
      [a, 'z'],
      [c, 'q'],
      [b, 'y'],
    ] as const)
      for (const code of ['long 1', 'long 2']) await make(as, { code, name: `${start}${code}`.padEnd(2000, '.') })
    const page = { limit: 1, sort: [{ field: 'name' }] }
    const first = await run('Product.list', c, {}, page)
    const next = first.kind === 'value' ? (first.page?.next ?? '') : ''
    expect(await items('Product.list', c, {}, { ...page, after: next })).toMatchObject([{ code: 'long 2' }])
  })

  test('keys of protection are changed in every row, also in those of two tenants with the same key', async () => {
    let nowMs = Date.parse('2026-05-01T00:00:00Z')
    const other = await open({ text: text(database), nowMs: () => nowMs })
    try {
      const create = (as: Principal, code: string) =>
        other.service.execute(call('Product.create', as, { value: { code, name: 'n', aisle: 'x', secret: code } }))
      // Of a batch of 200 the last row is the first of two.
      await create(a, '000')
      for (let at = 0; at < 120; at++) for (const as of [a, b]) await create(as, `c${String(at).padStart(3, '0')}`)
      const { model, plans } = other.derived
      const { store, state } = other.service
      const rows = databaseOf(store)
      const provider = await keyProviderOf({
        env: {},
        mode: 'development',
        dataFolder: other.folder,
        nowMs: () => nowMs,
      })
      const work = { model, store, state, provider, nowMs: () => nowMs }
      await rotateKeys(work, 0)
      nowMs += 90_000
      expect(await resealRows(work)).toMatchObject({ rows: 241, conflicts: 0 })
      const stored = await rows.all(`SELECT "secret" FROM ${plans[0]?.from}`, [])
      expect(new Set(stored.map(([sealed]) => String(sealed).slice(0, 5)))).toEqual(new Set(['c1.d2']))
      expect(bodyOf(await other.service.execute(call('Product.read', b, { key: { code: 'c099' } })))).toMatchObject({
        secret: 'c099',
      })
    } finally {
      await other.close()
    }
  }, 180_000)
})
