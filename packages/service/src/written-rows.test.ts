import type { JsonObject, Principal } from '@charter/runtime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodyOf, call, codeOf, type Opened, open } from './testing/clinic.ts'
import { databases } from './testing/databases.ts'

const text = (database: string): string => `
charter: 1
name: shop
serves: [rest]
sources: { main: { own: ${database} } }
access:
  roles: [clerk, boss]
  tenancy: { field: tenantId, claim: tenant }
entities:
  Product:
    key: id
    softDelete: goneAt
    fields: { id: { type: uuid, default: generated }, tenantId: { type: text, default: tenant }, name: { type: text, length: 1..40 }, goneAt: { type: instant, optional: true } }
    allow: { clerk: { do: [create, read, list, delete] }, boss: { do: [create, read, list, delete] } }
  Order:
    key: id
    fields: { id: { type: uuid, default: generated }, tenantId: { type: text, default: tenant }, title: { type: text, length: 1..40 }, low: { type: int32, default: 1 }, high: { type: int32, default: 2 } }
    relations:
      lines: { many: Line, inverse: order, owned: true }
      favourite: { one: Product, optional: true }
    checks: { order: { rule: low <= high, message: Low is at most high. } }
    allow: { clerk: { do: [create, read, list, update, again] }, boss: { do: [create, read, list, update, again] } }
  Line:
    key: id
    softDelete: goneAt
    fields: { id: { type: uuid, default: generated }, tenantId: { type: text, default: tenant }, count: { type: int32, min: 1 }, goneAt: { type: instant, optional: true } }
    relations: { order: { one: Order }, product: { one: Product } }
    allow:
      clerk: [{ do: [read, list] }, { do: [create], when: resource.count < 10 }]
      boss: { do: [read, list] }
operations:
  again: { rights: service, entity: Order, input: { low: int32, id: { type: uuid, optional: true } }, result: Order, effect: write, mode: unary }
`

const someone = (role: string, tenant: string): Principal => ({
  id: `${role} ${tenant}`,
  roles: [role],
  attributes: {},
  tenant,
  credential: 'jwt',
})
const clerk = someone('clerk', 'a')
const boss = someone('boss', 'a')
const other = someone('clerk', 'b')
const nowhere = '00000000-0000-7000-8000-000000000000'

describe.each(databases)('rows that are written, on %s', (database) => {
  let opened: Opened
  const run = (...given: Parameters<typeof call>) => opened.service.execute(call(...given))
  const make = async (entity: string, as: Principal, value: JsonObject): Promise<string> =>
    String(bodyOf(await run(`${entity}.create`, as, { value })).id)
  const linesOf = async (id: string): Promise<readonly number[]> => {
    const select = { include: { lines: { sort: [{ field: 'count' }] } } }
    const row = bodyOf(await opened.service.execute({ ...call('Order.read', clerk, { key: { id } }), select }))
    return (row.lines as { items: { count: number }[] }).items.map(({ count }) => count)
  }
  let ours: string
  let theirs: string
  beforeAll(async () => {
    opened = await open({
      text: text(database),
      operations: {
        again: ({ value, row }, { rows }) =>
          value.id
            ? rows.update('Order', { id: value.id }, { title: 'taken', tenantId: 'a' })
            : rows.create('Order', { title: String(row?.title), low: value.low ?? 0, high: 2 }),
      },
    })
    ours = await make('Product', clerk, { name: 'tea' })
    theirs = await make('Product', other, { name: 'coffee' })
  })
  afterAll(() => opened.close())

  const unknown = (path: string) => ({
    problem: { code: 'invalid-input', errors: [expect.objectContaining({ path, code: 'not-found' })] },
  })
  const order = (productId: string, count = 1) => ({ title: 'x', lines: [{ count, productId }] })

  test('rows that go with their parent refer to nothing of another tenant, however they are written', async () => {
    expect(await run('Order.create', clerk, { value: order(theirs) })).toMatchObject(unknown('/lines/0/productId'))
    const id = await make('Order', clerk, order(ours))
    for (const operation of ['Order.update', 'Order.replace'])
      expect(await run(operation, clerk, { key: { id }, value: order(theirs) })).toMatchObject(
        unknown('/lines/0/productId'),
      )
    const both = {
      title: 'x',
      lines: [
        { count: 1, productId: ours },
        { count: 2, productId: theirs },
      ],
    }
    const batch = await opened.service.executeBatch([call('Order.create', clerk, { value: both })], { atomic: true })
    expect(batch[0]).toMatchObject(unknown('/lines/1/productId'))
    expect(await linesOf(id)).toEqual([1])
  })

  test('rules of their own entity judge them, and where none speaks of a role its right to the parent does', async () => {
    expect(await run('Order.create', clerk, { value: order(ours, 10) })).toMatchObject({
      problem: { code: 'forbidden' },
    })
    expect(codeOf(await run('Order.create', boss, { value: order(ours, 10) }))).toBe('ok')
  })

  test('those that are replaced are gone, and stay gone, where deleting marks them', async () => {
    const id = await make('Order', clerk, order(ours, 3))
    for (const count of [4, 5])
      expect(
        codeOf(await run('Order.update', clerk, { key: { id }, value: { lines: [{ count, productId: ours }] } })),
      ).toBe('ok')
    expect(await linesOf(id)).toEqual([5])
    const items = bodyOf(await run('Line.list', boss)).items as { orderId: string }[]
    expect(items.filter(({ orderId }) => orderId === id)).toHaveLength(1)
  })

  test('a reference to what is not there is told at its field', async () => {
    const ask = (favouriteId: string) => run('Order.create', clerk, { value: { title: 'x', favouriteId } })
    expect(await ask(nowhere)).toMatchObject(unknown('/favouriteId'))
    expect(await ask(theirs)).toMatchObject(unknown('/favouriteId'))
    const gone = await make('Product', clerk, { name: 'milk' })
    const id = await make('Order', clerk, { title: 'x', favouriteId: gone })
    await run('Product.delete', clerk, { key: { id: gone } })
    expect(await ask(gone)).toMatchObject(unknown('/favouriteId'))
    // One that was there already is not asked about again.
    expect(codeOf(await run('Order.update', clerk, { key: { id }, value: { title: 'y' } }))).toBe('ok')
  })

  test('bodies of operations create nothing that the charter’s checks refuse, and reach no row of another tenant', async () => {
    const id = await make('Order', clerk, { title: 'x' })
    expect(codeOf(await run('again', clerk, { key: { id }, value: { low: 2 } }))).toBe('ok')
    expect(await run('again', clerk, { key: { id }, value: { low: 3 } })).toMatchObject({
      problem: { code: 'invalid-input', errors: [{ code: 'check' }] },
    })
    const foreign = await make('Order', other, { title: 'theirs' })
    expect(codeOf(await run('again', clerk, { key: { id }, value: { low: 1, id: foreign } }))).toBe('not-found')
    expect(bodyOf(await run('Order.read', other, { key: { id: foreign } })).title).toBe('theirs')
  })

  test('a PATCH of nothing makes no new version and no change', async () => {
    const id = await make('Order', clerk, { title: 'x' })
    const before = await run('Order.read', clerk, { key: { id } })
    const changes = await opened.service.state.newestChange()
    const after = await run('Order.update', clerk, { key: { id }, value: {} })
    expect(after).toMatchObject({ version: before.kind === 'value' ? before.version : null })
    expect(await opened.service.state.changesAfter(changes, 10)).toEqual([])
  })

  test('If-None-Match: * overwrites nothing that is there', async () => {
    const id = await make('Order', clerk, { title: 'x' })
    const asked = { key: { id }, value: { title: 'y' }, ifNoneMatch: ['*'] }
    expect(codeOf(await run('Order.replace', clerk, asked))).toBe('precondition-failed')
    expect(codeOf(await run('Order.update', clerk, asked))).toBe('precondition-failed')
    expect(codeOf(await run('Order.replace', clerk, { ...asked, ifNoneMatch: ['0.x'] }))).toBe('ok')
  })
})
