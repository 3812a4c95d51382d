import { randomUUID } from 'node:crypto'
import { plainDatabase } from '@charter/connectors/testing'
import type { Principal, RowsQuery } from '@charter/runtime'
import type { Rows } from '@charter/runtime/service'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testServer } from './testing/attached.ts'
import { bodyOf, call, codeOf, type Opened, open } from './testing/clinic.ts'
import { owner, type Versions, versions } from './testing/versions.ts'

const text = (operations = ''): string => `charter: 1
name: shop
serves: [rest]
sources: { main: { own: postgresql } }
access: { roles: [clerk], tenancy: { field: tenantId, claim: tenant, rowSecurity: true } }
entities:
  Product:
    key: id
    fields:
      id: { type: uuid, default: generated }
      tenantId: { type: text, length: 1..40, default: tenant, column: tenant_id }
      name: { type: text, length: 1..40 }
    relations: { parts: { many: Part, owned: true } }
    allow: { clerk: { do: [create, read, update, delete, list, copyTo] } }
  Part:
    key: id
    fields: { id: { type: uuid, default: generated }, tenantId: { type: text, length: 1..40, default: tenant }, name: { type: text, length: 1..40 } }
    relations: { product: { one: Product } }
    allow: { clerk: { do: [read, list] } }
  Country:
    key: code
    shared: true
    fields: { code: { type: text, length: 2..2 } }
    allow: { clerk: { do: [create, read, list] } }
operations:
  copyTo: { entity: Product, rights: service, input: { tenant: { type: text, length: 1..40 } }, result: Product }
${operations}`

const someone = (tenant: string): Principal => ({
  id: `clerk ${tenant}`,
  roles: ['clerk'],
  attributes: {},
  tenant,
  credential: 'jwt',
})
const [a, b] = [someone('a'), someone('*')]
const everything: RowsQuery = { entity: 'Product', fields: ['name'], rules: null }

describe('tenants that the database keeps apart itself', () => {
  let database: Awaited<ReturnType<typeof plainDatabase>>
  let opened: Opened
  const run = (operation: string, as: Principal, input: Parameters<typeof call>[2] = {}) =>
    opened.service.execute(call(operation, as, input))
  const names = (rows: readonly { value(at: number): unknown }[]) => rows.map((row) => row.value(0)).sort()

  beforeAll(async () => {
    database = await plainDatabase(testServer('postgresql') ?? '')
    opened = await open({
      text: text(),
      url: database.url,
      operations: {
        copyTo: async ({ row, value }, { rows }) =>
          (rows as Rows).within(String(value.tenant)).create('Product', { name: `copy of ${row?.name}` }),
      },
    })
    for (const as of [a, b])
      for (const name of ['tea', 'ice'])
        expect(codeOf(await run('Product.create', as, { value: { name: `${name} of ${as.tenant}` } }))).toBe('ok')
  })
  afterAll(async () => {
    await opened.close()
    await database.remove()
  })

  test('each sees and changes its own rows, whatever a tenant is called', async () => {
    for (const as of [a, b]) {
      const { items } = bodyOf(await run('Product.list', as)) as { items: { id: string; name: string }[] }
      expect(items.map(({ name }) => name).sort()).toEqual([`ice of ${as.tenant}`, `tea of ${as.tenant}`])
      const key = { id: items[0]?.id ?? '' }
      const parts = { parts: [{ name: 'leaf' }] }
      expect(codeOf(await run('Product.update', as, { key, value: { name: items[0]?.name ?? '', ...parts } }))).toBe(
        'ok',
      )
      const other = as === a ? b : a
      expect(codeOf(await run('Product.update', other, { key, value: { name: 'taken' } }))).toBe('not-found')
    }
    expect(codeOf(await run('Country.create', a, { value: { code: 'CH' } }))).toBe('ok')
  })

  test('a statement that asks for no tenant has the rows of the caller’s, in and out of a transaction; what no caller asks has all', async () => {
    const { store } = opened.service
    const within = store.within({}, 'a')
    expect(names(await within.reads.find(everything, {}))).toEqual(['ice of a', 'tea of a'])
    expect(names(await within.current.find(everything, {}))).toEqual(['ice of a', 'tea of a'])
    expect(names(await within.transaction((writes) => writes.find(everything, {})))).toEqual(['ice of a', 'tea of a'])
    expect(names(await within.reads.find(everything, {}))).toHaveLength(2)
    expect(names(await store.reads.find(everything, {}))).toHaveLength(4)
  })

  test('nobody writes a row of another tenant, nor takes one away', async () => {
    const { store } = opened.service
    const foreign = { id: randomUUID(), tenantId: '*', name: 'foreign' }
    const writing = store.within({}, 'a').transaction((writes) => writes.insert('Product', foreign))
    await expect(writing).rejects.toThrow()
    const [theirs] = await store.reads.find({ ...everything, fields: ['id'] }, { equal: { name: 'tea of *' } })
    const removed = await store
      .within({}, 'a')
      .transaction((writes) => writes.remove('Product', { id: theirs?.value(0) ?? null, tenantId: '*' }, ''))
    expect(removed).toBe(0)
  })

  test('code of one’s own that asks for another tenant by name has its rows', async () => {
    const { items } = bodyOf(await run('Product.list', a)) as { items: { id: string }[] }
    expect(codeOf(await run('copyTo', a, { key: { id: items[0]?.id ?? '' }, value: { tenant: 'c' } }))).toBe('ok')
    expect(names(await opened.service.store.within({}, 'c').reads.find(everything, {}))).toHaveLength(1)
  })

  test('a statement that is planned anew, as a table was changed meanwhile, has the rows of the same tenant', async () => {
    const { reads } = opened.service.store.within({}, 'a')
    const read = async () => names(await reads.find(everything, {}))
    const before = await read()
    expect(before).toEqual(['ice of a', 'tea of a'])
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    await client.query('ALTER TABLE product ALTER COLUMN name TYPE varchar(81)').finally(() => client.end())
    for (let at = 0; at < 5; at++) expect(await read()).toEqual(before)
  })

  test('whoever signs in to the database as the service does, and says nothing, has no row', async () => {
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    try {
      const seen = await client.query('SELECT name FROM product')
      expect(seen.rows).toEqual([])
      await expect(
        client.query(`INSERT INTO product (id, tenant_id, name) VALUES (gen_random_uuid(), 'a', 'x')`),
      ).rejects.toThrow('row-level security')
    } finally {
      await client.end()
    }
  })
})

describe('from one version to the next', () => {
  let at: Versions
  beforeAll(async () => {
    at = await versions('postgresql')
  })
  afterAll(() => at.close())

  const body = `  Product:
    key: id
    fields: { id: { type: uuid, default: generated }, tenantId: { type: text, length: 1..40, default: tenant }, name: { type: text, length: 1..40 } }
    allow: { owner: { do: [create, read, list] } }
`
  const access = (more: string) => `{ roles: [owner], tenancy: { field: tenantId, claim: tenant${more} } }`

  test('tables come to keep tenants apart once the version before is gone, and end doing so at once', async () => {
    const plain = at.derivedOf(body, access(''))
    const first = await at.serve(plain)
    await first.execute(call('Product.create', { ...owner, tenant: 'a' }, { value: { name: 'tea' } }))
    await at.stop(first)
    const guarded = at.derivedOf(body, access(', rowSecurity: true'))
    await at.migrate(guarded)
    const between = await at.serve(guarded)
    expect((await at.catalogues(between, plain)).is).toEqual((await at.catalogues(between, plain)).wanted)
    expect(await at.migrate(guarded, { goal: 'contract' })).toMatchObject({ state: 'settled' })
    const { is, wanted } = await at.catalogues(between, guarded)
    expect(is).toEqual(wanted)
    expect(wanted.join('\n')).toContain('charter.tenant')
    await at.stop(between)
    await at.migrate(at.derivedOf(body, access('')))
    const last = await at.serve(plain)
    const { items } = bodyOf(await last.execute(call('Product.list', { ...owner, tenant: 'a' }))) as {
      items: unknown[]
    }
    expect(items).toHaveLength(1)
    expect((await at.catalogues(last, plain)).is.join('\n')).not.toContain('charter.tenant')
  })

  test('a table that a version adds keeps tenants apart from the first', async () => {
    const own = await versions('postgresql')
    try {
      await own.stop(await own.serve(own.derivedOf(body, access(', rowSecurity: true'))))
      const next = own.derivedOf(body + body.replace('Product:', 'Crate:'), access(', rowSecurity: true'))
      await own.migrate(next)
      const { is, wanted } = await own.catalogues(await own.serve(next), next)
      expect(is).toEqual(wanted)
    } finally {
      await own.close()
    }
  })
})
