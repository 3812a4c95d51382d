import type { JsonObject, Outcome, Principal } from '@charter/runtime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodyOf, call, codeOf, type Opened, open } from './testing/clinic.ts'
import { databases } from './testing/databases.ts'

const text = (database: string): string => `
charter: 1
name: boxes
serves: [rest]
sources: { main: { own: ${database} } }
access:
  roles: [clerk, owner, writer, keeper]
  principal: { place: { type: text, claim: place, required: true } }
  tenancy: { field: tenantId, claim: tenant }
entities:
  Box:
    key: id
    softDelete: goneAt
    fields: { id: { type: uuid, default: generated }, tenantId: { type: text, default: tenant }, place: { type: text, length: 1..40 }, goneAt: { type: instant, optional: true } }
    relations: { items: { many: Item, inverse: box } }
    allow: { clerk: { do: [create, read, delete] } }
  Item:
    key: id
    person: owner
    unique: [[name]]
    fields:
      id: { type: uuid, default: generated }
      tenantId: { type: text, default: tenant }
      name: { type: text, length: 1..40 }
      price: { type: decimal, precision: 8, scale: 2 }
      owner: { type: text, length: 1..40, optional: true }
    relations: { box: { one: Box }, spare: { one: Box, optional: true } }
    sets: { owners: { of: box.items, count: heads } }
    allow:
      clerk: { do: [create, read, list, audit], when: resource.box.place == principal.place }
      owner: [{ do: [create] }, { do: [read], when: principal in resource.owners }]
      writer: { do: [create] }
      keeper: [{ do: [create] }, { do: [read], when: resource.owner == principal.id }]
`

const someone = (role: string, tenant = 'a', place = 'north'): Principal => ({
  id: `${role} ${tenant}`,
  roles: [role],
  attributes: { place },
  tenant,
  credential: 'jwt',
})
const nowhere = '00000000-0000-7000-8000-000000000000'

/** What is judged, looked for, written and read at once where a database can is the same as step by step. */
describe.each(databases)('new rows on %s', (database) => {
  let opened: Opened
  const make = (role: Principal, entity: string, value: JsonObject): Promise<Outcome> =>
    opened.service.execute(call(`${entity}.create`, role, { value }))
  const box = async (place = 'north', role = someone('clerk')): Promise<string> =>
    String(bodyOf(await make(role, 'Box', { place })).id)
  const items = async (): Promise<readonly unknown[]> => {
    const page = bodyOf(await opened.service.execute(call('Item.list', someone('clerk'))))
    return page.items as readonly unknown[]
  }
  beforeAll(async () => {
    opened = await open({ text: text(database) })
  })
  afterAll(() => opened.close())

  test('are answered as they are read, with their version', async () => {
    const made = await make(someone('clerk'), 'Item', { name: 'pen', price: '1.50', boxId: await box() })
    const key = { id: String(bodyOf(made).id) }
    const read = await opened.service.execute(call('Item.read', someone('clerk'), { key }))
    expect(bodyOf(made)).toEqual(bodyOf(read))
    expect(bodyOf(made)).toMatchObject({ name: 'pen', price: '1.50', owner: null, spareId: null })
    expect(made.kind === 'value' && made.version).toBe(read.kind === 'value' && read.version)
  })

  test('that the rules forbid are refused before what they refer to, or hold twice, is told', async () => {
    const [here, there] = [await box(), await box('south')]
    await make(someone('clerk'), 'Item', { name: 'ink', price: '1.50', boxId: here })
    const before = (await items()).length
    const as = (value: JsonObject) => make(someone('clerk'), 'Item', { price: '1.50', ...value }).then(codeOf)
    expect(await as({ name: 'cap', boxId: there })).toBe('forbidden')
    expect(await as({ name: 'ink', boxId: there })).toBe('forbidden')
    expect(await as({ name: 'ink', boxId: there, spareId: nowhere })).toBe('forbidden')
    expect(await as({ name: 'ink', boxId: here, spareId: nowhere })).toBe('invalid-input')
    expect(await as({ name: 'ink', boxId: here, spareId: there })).toBe('conflict')
    expect((await items()).length).toBe(before)
  })

  test('refer to no row of another tenant, and to none that was deleted', async () => {
    const gone = await box()
    await opened.service.execute(call('Box.delete', someone('clerk'), { key: { id: gone } }))
    const theirs = await box('north', someone('clerk', 'b'))
    for (const boxId of [gone, theirs]) {
      const made = await make(someone('writer'), 'Item', { name: `at ${boxId}`, price: '1.50', boxId })
      expect(codeOf(made)).toBe('invalid-input')
      expect(made).toMatchObject({ problem: { errors: [{ path: '/boxId', code: 'not-found' }] } })
    }
  })

  test('are read by rules that find the row itself among its like', async () => {
    const owner = someone('owner')
    const boxId = await box()
    const mine = bodyOf(await make(owner, 'Item', { name: 'mine', price: '2.00', owner: owner.id, boxId }))
    expect(mine).toMatchObject({ name: 'mine', owner: owner.id })
    const others = bodyOf(await make(owner, 'Item', { name: 'theirs', price: '2.00', boxId: await box() }))
    expect(Object.keys(others)).toEqual(['id'])
  })

  test('of whoever may not read them are answered with their key alone', async () => {
    const [writer, keeper, boxId] = [someone('writer'), someone('keeper'), await box()]
    const made = (role: Principal, name: string, owner: string) =>
      make(role, 'Item', { name, price: '2.00', owner, boxId }).then((outcome) => Object.keys(bodyOf(outcome)))
    expect(await made(writer, 'never read', writer.id)).toEqual(['id'])
    expect(await made(keeper, 'not this one', writer.id)).toEqual(['id'])
    expect(await made(keeper, 'kept', keeper.id)).toContain('price')
    for (const name of ['never read', 'not this one', 'kept'])
      expect(await items()).toContainEqual(expect.objectContaining({ name }))
  })
})
