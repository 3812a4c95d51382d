import type { Json, Outcome, Predicate, Principal } from '@charter/runtime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { call, type Opened, open } from './testing/clinic.ts'

/** What our statements call things: aliases of rows and of their columns, and what json_each and rowid are made of. */
const names =
  'e v g k j m n o u a f t x value key given numbered counted place made item c0 c1 k0 i0 x0 e0 r1 type atom parent path json root version fullkey taken rowid oid'.split(
    ' ',
  )

const fields = names.map((name) => `      ${name}: { type: text, optional: true }`).join('\n')

const text = (database: string): string => `
charter: 1
name: edge
serves: [rest]
sources: { main: { own: ${database} } }
access: { roles: [owner, some, none], principal: { mine: { type: array, items: text, claim: mine } } }
entities:
  T:
    key: id
    fields:
      id: { type: int64, default: sequence }
${fields}
      tags: { type: array, items: text }
      at: { type: instant, optional: true }
    relations:
      above: { one: T, optional: true }
      below: { many: T, inverse: above }
      seats: { many: Seat, inverse: near }
      others: { many: Given, through: Seat }
    allow:
      owner: { do: [create, read, update, delete, list] }
      some: { do: [create, read, list], when: resource.tags.containsAny(principal.mine) && resource.above.e == "up" }
      none: { do: [list], when: resource.tags.containsAll(principal.mine) }
  Given:
    key: [e, v]
    fields: { e: { type: text, length: 1..9 }, v: { type: text, length: 1..9 }, value: { type: text, optional: true } }
    relations: { seats: { many: Seat, inverse: far } }
    allow: { owner: { do: [create, read, list, update, delete] } }
  Seat:
    key: id
    fields: { id: { type: int32 }, e: { type: text, optional: true }, value: { type: text, optional: true } }
    relations: { near: { one: T }, far: { one: Given } }
    allow: { owner: { do: [create, read, list] } }
`
const owner: Principal = { id: 'o', roles: ['owner'], attributes: {}, credential: 'jwt' }
const inside = (field: string, ...given: readonly string[]): Predicate => ({
  kind: 'in',
  left: { kind: 'field', path: [field] },
  right: given.map((value) => ({ kind: 'value', value, type: { kind: 'text' } })),
})

const answered = (outcome: Outcome): Record<string, Json> => {
  if (outcome.kind !== 'value') throw new Error(JSON.stringify(outcome))
  return outcome.value as Record<string, Json>
}
const itemsOf = (outcome: Outcome) => answered(outcome).items as Record<string, Json>[]

describe.each(['sqlite', 'postgresql'])('on %s no column of a charter is taken for a name of ours', (database) => {
  let opened: Opened
  const made: Json[] = []
  const execute = (operation: string, input: Record<string, Json>, select = {}, who = owner): Promise<Outcome> =>
    opened.service.execute({ ...call(operation, who, input), select })
  beforeAll(async () => {
    opened = await open({ text: text(database) })
    const each = (value: string) => Object.fromEntries(names.map((name) => [name, value]))
    for (const row of [
      { ...each('up'), tags: ['x'] },
      { ...each('down'), tags: ['x', 'y'] },
      { ...each('["x"]'), tags: [] },
    ]) {
      const above = made[0] === undefined ? {} : { aboveId: made[0] }
      made.push(answered(await execute('T.create', { value: { ...row, ...above } })).id as Json)
    }
    for (const v of ['1', '2']) answered(await execute('Given.create', { value: { e: 'g', v, value: '["g"]' } }))
    for (const [id, v] of [
      [1, '1'],
      [2, '2'],
    ] as const)
      answered(
        await execute('Seat.create', {
          value: { id, e: '1', value: 'g', nearId: made[1] as Json, farE: 'g', farV: v },
        }),
      )
  })
  afterAll(() => opened.close())

  test('in filters, sorts and aggregates', async () => {
    for (const name of names) {
      const select = { fields: ['id'], filter: inside(name, 'down', 'nothing'), sort: [{ field: name }], count: true }
      const found = answered(await execute('T.list', {}, select))
      expect([name, found.items]).toEqual([name, [{ id: made[1] }]])
    }
    const grouped = await execute('T.aggregate', {}, { aggregate: { groupBy: ['value', 'place'], max: ['c0', 'k0'] } })
    expect(answered(grouped).groups).toHaveLength(3)
  })

  test('relations, also over several columns, through others and past a page', async () => {
    const include = {
      above: { fields: ['id'] },
      below: { fields: ['id'], limit: 1, count: true },
      seats: { fields: ['id'], include: { far: { fields: ['v'] } } },
      others: { fields: ['v'], limit: 1, sort: [{ field: 'value' }], count: true },
    }
    const [first, second] = itemsOf(await execute('T.list', {}, { fields: ['id'], include })) as [never, never]
    expect(first).toMatchObject({ above: null, below: { items: [{ id: made[1] }], count: { value: 2 } } })
    expect(second).toMatchObject({
      above: { id: made[0] },
      seats: {
        items: [
          { id: 1, far: { v: '1' } },
          { id: 2, far: { v: '2' } },
        ],
      },
      others: { items: [{ v: '1' }], count: { value: 2 } },
    })
    const given = itemsOf(await execute('Given.list', {}, { fields: ['v'], include: { seats: { fields: ['id'] } } }))
    expect(given).toMatchObject([
      { v: '1', seats: { items: [{ id: 1 }] } },
      { v: '2', seats: { items: [{ id: 2 }] } },
    ] as const)
  })

  test('rules, of stored rows and of proposed ones', async () => {
    const some: Principal = { ...owner, roles: ['some'], attributes: { mine: ['y', 'z'] } }
    const none: Principal = { ...owner, roles: ['none'], attributes: { mine: ['x', 'y'] } }
    for (const who of [some, none])
      expect(itemsOf(await execute('T.list', {}, { fields: ['id'] }, who))).toEqual([{ id: made[1] }])
    const propose = (above: Json, tag: string) =>
      execute('T.create', { value: { tags: [tag], e: 'up', value: '["y"]', aboveId: above } }, { fields: ['e'] }, some)
    expect(await propose(made[1] as Json, 'y')).toMatchObject({ problem: { code: 'forbidden' } })
    expect(await propose(made[0] as Json, 'x')).toMatchObject({ problem: { code: 'forbidden' } })
    const { id } = answered(await execute('T.create', { value: { tags: ['y'], aboveId: made[0] as Json } }, {}, some))
    answered(await execute('T.update', { key: { id: id as Json }, value: { e: 'changed', given: 'v' } }))
    expect(answered(await execute('T.read', { key: { id: id as Json } }))).toMatchObject({ e: 'changed', given: 'v' })
    expect((await execute('T.delete', { key: { id: id as Json } })).kind).toBe('value')
  })
})
