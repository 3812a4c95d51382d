import type { JsonObject, Principal, Selection } from '@charter/runtime'
import { databaseOf } from '@charter/sql/store'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodyOf, call, codeOf, type Opened, open } from './testing/clinic.ts'
import { databases } from './testing/databases.ts'

const text = (database: string): string => `
charter: 1
name: bank
serves: [rest]
sources: { main: { own: ${database} } }
access: { roles: [staff, boss, owner] }
entities:
  Adviser:
    key: id
    fields: { id: { type: uuid, default: generated } }
    relations: { clients: { many: Client }, funds: { many: Fund, through: Mandate } }
    allow: { staff: { do: [read, list] }, owner: { do: [read, list] }, boss: { do: [create, read, list] } }
  Client:
    key: id
    fields:
      id: { type: uuid, default: generated }
      owner: { type: text, default: principal }
      adviserId: { type: uuid, optional: true, reveal: adviser }
    relations: { adviser: { one: Adviser, by: [adviserId] } }
    allow:
      staff: { do: [read, list] }
      owner: { do: [read, list], when: resource.owner == principal.id, reveal: [adviser] }
      boss: { do: [create, read, list], reveal: [adviser] }
  Fund:
    key: id
    fields: { id: { type: uuid, default: generated } }
    allow: { staff: { do: [read, list] }, boss: { do: [create, read, list] } }
  Mandate:
    key: id
    fields: { id: { type: uuid, default: generated }, adviserId: { type: uuid, reveal: adviser } }
    relations: { adviser: { one: Adviser, by: [adviserId] }, fund: { one: Fund } }
    allow: { staff: { do: [read, list] }, boss: { do: [create, read, list], reveal: [adviser] } }
  Pay:
    readOnly: true
    fields: { amount: { type: int32, reveal: pays }, who: { type: text, length: 1..40 } }
    allow: { staff: { do: [list] }, boss: { do: [list], reveal: [pays] } }
  Gift:
    key: id
    fields: { id: { type: uuid, default: generated }, amount: { type: int32, reveal: gifts }, who: { type: text, length: 1..40 } }
    allow: { boss: { do: [create, read, list], reveal: [gifts] }, staff: { do: [list], reveal: [gifts] } }
policies: |
  forbid(principal in Role::"staff", action == Action::"Gift.reveal:gifts", resource is Gift) when { resource.who == "king" };
`

const someone = (...roles: readonly string[]): Principal => ({ id: 'b', roles, attributes: {}, credential: 'jwt' })
const [staff, boss, owner] = [someone('staff'), someone('boss'), someone('owner')]

describe.each(databases)('what is hidden, on %s', (database) => {
  let opened: Opened
  const run = (operation: string, as: Principal, select: Selection = {}, more: Parameters<typeof call>[2] = {}) =>
    opened.service.execute({ ...call(operation, as, more), select })
  const make = async (entity: string, value: JsonObject): Promise<string> =>
    String(bodyOf(await run(`${entity}.create`, boss, {}, { value })).id)
  beforeAll(async () => {
    opened = await open({ text: text(database) })
    const adviserId = await make('Adviser', {})
    await make('Client', { adviserId })
    await make('Mandate', { adviserId, fundId: await make('Fund', {}) })
  })
  afterAll(() => opened.close())

  test('a relation along a field that may not be seen is refused as a filter by it is: both ways, between, counted, nested', async () => {
    const asked: readonly (readonly [string, Selection])[] = [
      ['Client.list', { include: { adviser: {} } }],
      ['Client.list', { include: { adviser: {} }, fields: ['id'] }],
      ['Adviser.list', { include: { clients: {} } }],
      ['Adviser.list', { include: { clients: { count: true, fields: [], limit: 1 } } }],
      ['Adviser.list', { include: { funds: {} } }],
      ['Mandate.list', { include: { fund: {}, adviser: {} } }],
    ]
    for (const [operation, select] of asked) {
      const refused = await run(operation, staff, select)
      expect(codeOf(refused), JSON.stringify([operation, select])).toBe('forbidden')
      expect(codeOf(await run(operation, boss, select))).toBe('ok')
    }
    expect(codeOf(await run('Mandate.list', staff, { include: { fund: {} } }))).toBe('ok')
  })

  test('who sees the field of every row that is theirs follows the relation; who sees it of some of them does not', async () => {
    const select = { include: { adviser: {} } }
    const [row] = bodyOf(await run('Client.list', owner, select)).items as readonly JsonObject[]
    expect(row).toMatchObject({ adviser: { id: row?.adviserId } })
    expect(codeOf(await run('Client.list', someone('owner', 'staff'), select))).toBe('forbidden')
  })

  test('what a rule forbids to reveal of some rows is hidden there, and shown of the others', async () => {
    for (const [who, amount] of [
      ['king', 900],
      ['clerk', 100],
    ] as const)
      await make('Gift', { who, amount })
    const seen = async (as: Principal) => {
      const rows = bodyOf(await run('Gift.list', as)).items as readonly JsonObject[]
      return Object.fromEntries(rows.map(({ who, amount }) => [who, amount]))
    }
    expect(await seen(boss)).toEqual({ king: 900, clerk: 100 })
    expect(await seen(staff)).toEqual({ king: null, clerk: 100 })
  })

  test('rows without a key come in the order of what their reader sees', async () => {
    const table = database === 'postgresql' ? '"public"."pay"' : '"pay"'
    await databaseOf(opened.service.store).transaction((on) =>
      on.run(`INSERT INTO ${table} ("who", "amount") VALUES ('Ada', 900), ('Bob', 100), ('Cyd', 500)`, []),
    )
    const seen = async (as: Principal) =>
      (bodyOf(await run('Pay.list', as)).items as readonly JsonObject[]).map(({ who }) => who)
    expect(await seen(staff)).toEqual(['Ada', 'Bob', 'Cyd'])
    expect(await seen(boss)).toEqual(['Bob', 'Cyd', 'Ada'])
  })
})
