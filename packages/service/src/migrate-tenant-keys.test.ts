import type { JsonObject } from '@charter/runtime'
import type { Service } from '@charter/runtime/service'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bodyOf, call, codeOf } from './testing/clinic.ts'
import { databases } from './testing/databases.ts'
import { owner, told, type Versions, versions } from './testing/versions.ts'

const allow = '    allow: { owner: { do: [create, read, update, delete, list] } }\n'
const within = '{ roles: [owner], tenancy: { field: tenantId, claim: tenant } }'
/** Two that refer to each other, one that refers to both, and a key that the service makes. */
const body = (tenant = 'default: tenant, ') => `  Product:
    key: code
    fields:
      code: { type: text, length: 1..20 }
      tenantId: { ${tenant}type: text, length: 1..40 }
      name: { type: text, length: 1..40 }
    relations: { better: { one: Product, optional: true }, main: { one: Shelf, optional: true }, stocks: { many: Stock, inverse: product, owned: true } }
${allow}  Shelf:
    key: [hall, number]
    fields: { hall: { type: text, length: 1..20 }, number: { type: int32 }, tenantId: { ${tenant}type: text, length: 1..40 } }
    relations: { first: { one: Product, optional: true } }
${allow}  Stock:
    key: id
    fields: { id: { type: uuid, default: generated }, tenantId: { ${tenant}type: text, length: 1..40 } }
    relations: { product: { one: Product }, shelf: { one: Shelf, optional: true } }
${allow}`

describe.each(databases)('%s', (database) => {
  let at: Versions
  beforeEach(async () => {
    at = await versions(database)
  })
  afterEach(() => at.close())

  const as = (service: Service, tenant: string, operation: string, input: Parameters<typeof call>[2]) =>
    service.execute(call(operation, { ...owner, tenant }, input))
  const fill = async (service: Service): Promise<void> => {
    const make = (entity: string, value: JsonObject) =>
      told(service, `${entity}.create`, { value: { tenantId: 'a', ...value } })
    await make('Product', { code: 'tea', name: 'old' })
    await make('Product', { code: 'ice', name: 'old', betterCode: 'tea' })
    await make('Shelf', { hall: 'h', number: 1, firstCode: 'tea' })
    await told(service, 'Product.update', { key: { code: 'tea' }, value: { mainHall: 'h', mainNumber: 1 } })
    await make('Stock', { productCode: 'tea', shelfHall: 'h', shelfNumber: 1 })
  }

  test('keys that were unique over all tenants become unique within one: rows stay, and what refers to them is made anew', async () => {
    const before = at.derivedOf(body(''))
    const old = await at.serve(before)
    await fill(old)
    await at.stop(old)
    const after = at.derivedOf(body(), within)
    await expect(at.serve(after)).rejects.toMatchObject({
      problem: { cause: { message: expect.stringContaining('charter migrate') } },
    })
    expect((await at.migrate(after)).blocked).toEqual([
      expect.stringContaining('code becomes unique within the tenant'),
      expect.stringContaining('hall, number becomes unique within the tenant'),
    ])
    expect(await at.migrate(after, { goal: 'offline' })).toMatchObject({ state: 'settled', blocked: [] })
    const now = await at.serve(after)
    const { is, wanted } = await at.catalogues(now, after)
    expect(is).toEqual(wanted)
    expect(bodyOf(await as(now, 'a', 'Product.read', { key: { code: 'ice' } }))).toMatchObject({ betterCode: 'tea' })
    expect(codeOf(await as(now, 'a', 'Product.create', { value: { code: 'tea', name: 'n' } }))).toBe('conflict')
    expect(codeOf(await as(now, 'a', 'Product.delete', { key: { code: 'tea' } }))).toBe('referenced')
    expect(codeOf(await as(now, 'b', 'Product.create', { value: { code: 'tea', name: 'new' } }))).toBe('ok')
    expect(codeOf(await as(now, 'b', 'Product.delete', { key: { code: 'tea' } }))).toBe('ok')
    expect(bodyOf(await as(now, 'a', 'Product.read', { key: { code: 'tea' } }))).toMatchObject({
      name: 'old',
      mainNumber: 1,
    })
  })

  test('keys become unique over all again only where they are: else nothing is done, and it is said why', async () => {
    const before = at.derivedOf(body(), within)
    const old = await at.serve(before)
    for (const tenant of ['a', 'b']) await as(old, tenant, 'Product.create', { value: { code: 'tea', name: tenant } })
    await at.stop(old)
    const after = at.derivedOf(
      `${body()}  Offer:
    shared: true
    key: id
    fields: { id: { type: uuid, default: generated } }
    relations: { product: { one: Product } }
${allow}`,
      within,
    )
    await expect(at.migrate(after, { goal: 'offline' })).rejects.toMatchObject({
      problem: {
        cause: { message: expect.stringContaining('code must be another in every row, also of another tenant: 1 row') },
      },
    })
    const again = await at.serve(before)
    await as(again, 'b', 'Product.delete', { key: { code: 'tea' } })
    await at.stop(again)
    expect(await at.migrate(after, { goal: 'offline' })).toMatchObject({ state: 'settled', blocked: [] })
    const now = await at.serve(after)
    const { is, wanted } = await at.catalogues(now, after)
    expect(is).toEqual(wanted)
    expect(codeOf(await as(now, 'b', 'Product.create', { value: { code: 'tea', name: 'n' } }))).toBe('conflict')
  })

  test('tenants come with a column of their own, it is renamed, and they go: every row stays, and refers to what it did', async () => {
    const without = (text: string) => text.replaceAll(/,? *\n? *tenantId: \{[^}]*\}/g, '')
    const before = at.derivedOf(without(body()))
    const old = await at.serve(before)
    await told(old, 'Product.create', { value: { code: 'tea', name: 'old' } })
    await told(old, 'Stock.create', { value: { productCode: 'tea' } })
    await at.stop(old)
    const expected = { items: [expect.objectContaining({ productCode: 'tea' })], next: null }
    const go = async (after: ReturnType<typeof at.derivedOf>, options: Parameters<typeof at.migrate>[1] = {}) => {
      expect((await at.migrate(after)).blocked.length).toBeGreaterThan(0)
      expect(await at.migrate(after, { goal: 'offline', ...options })).toMatchObject({ state: 'settled', blocked: [] })
      const now = await at.serve(after)
      expect(bodyOf(await as(now, 'a', 'Stock.list', {}))).toEqual(expected)
      expect(codeOf(await as(now, 'a', 'Product.create', { value: { code: 'tea', name: 'n' } }))).toBe('conflict')
      expect(codeOf(await as(now, 'a', 'Product.delete', { key: { code: 'tea' } }))).toBe('ok')
      const { is, wanted } = await at.catalogues(now, after)
      expect(is).toEqual(wanted)
      await as(now, 'a', 'Product.create', { value: { code: 'tea', name: 'old' } })
      await as(now, 'a', 'Stock.create', { value: { productCode: 'tea' } })
      await at.stop(now)
    }
    const fields = ['Product', 'Shelf', 'Stock'].map((name) => `${name}.tenantId`)
    await go(at.derivedOf(body(), within), { expressions: Object.fromEntries(fields.map((id) => [id, "'a'"])) })
    const renamed = body('default: tenant, was: tenantId, ').replaceAll('tenantId: {', 'org: {')
    await go(at.derivedOf(renamed, within.replace('tenantId', 'org')))
    await go(at.derivedOf(without(body())), { drops: fields })
  })
})
