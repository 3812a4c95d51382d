import { readFileSync } from 'node:fs'
import { exampleRows, parseCharter } from '@charter/charter'
import { connectors } from '@charter/connectors'
import type { Execute, JsonObject, ServiceModel } from '@charter/runtime'
import { type Derived, derive } from '@charter/service'
import { databaseOf } from '@charter/sql/store'
import { styles } from '@charter/styles'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type IsolationOptions, type Prober, probeIsolation } from './probe-isolation.ts'
import type { Rows } from './sight.ts'

const root = new URL('../../../../../', import.meta.url)
const textOf = (path: string): string => readFileSync(new URL(path, root), 'utf8')

const derivedOf = (text: string, database: string): Derived => {
  const { charter, diagnostics } = parseCharter(
    { 'charter.yaml': text.replace('own: sqlite', `own: ${database}`) },
    { styles },
  )
  if (!charter) throw new Error(JSON.stringify(diagnostics))
  return derive(charter, connectors)
}

const near = process.env.CHARTER_TEST_POSTGRESQL ?? null

/** Example rows, spread over the values by which roles or tenants are told apart. */
const spread = (model: ServiceModel, by: Readonly<Record<string, readonly string[]>>): Rows => {
  const made = exampleRows(model, 6).rows
  return Object.fromEntries(
    Object.entries(made).map(([entity, rows]) => [
      entity,
      rows.map((row, at): JsonObject => {
        const marks = Object.entries(by).filter(([name]) => name in row)
        return {
          ...row,
          ...Object.fromEntries(marks.map(([name, values]) => [name, values[at % values.length] ?? null])),
        }
      }),
    ]),
  )
}

const clinic = (database: string): IsolationOptions => {
  const derived = derivedOf(textOf('packages/charter/examples/clinic.yaml'), database)
  return {
    derived,
    near,
    rows: spread(derived.model, { ward: ['north', 'south'] }),
    principals: [
      { roles: ['clinician'], attributes: { ward: 'north' } },
      { roles: ['pharmacist'], attributes: { ward: 'north' } },
      { roles: ['auditor'], attributes: { ward: 'north' } },
    ],
  }
}

/** Everything that a field can be, two tenants and three roles. */
const edge = (database: string): IsolationOptions => {
  const derived = derivedOf(textOf('conformance/edge.yaml'), database)
  const who = (role: string, tenant: string): Prober => ({ roles: [role], attributes: { desk: 'left' }, tenant })
  return {
    derived,
    near,
    rows: spread(derived.model, { tenant: ['one', 'one', 'two'], desk: ['left', 'right'] }),
    principals: [who('keeper', 'one'), who('helper', 'two')],
  }
}

/** As a charter made from a database is: no rules of its own, so two roles are split by a column. */
const splitText = `charter: 1
name: shop
sources: { main: { own: sqlite } }
access: { roles: [east, west] }
entities:
  Customer:
    key: id
    fields: { id: uuid, region: { type: text, length: 1..10 }, name: { type: text, length: 1..40 }, credit: { type: decimal, precision: 10, scale: 2 }, email: { type: text, length: 1..60, unique: true }, note: { type: text, length: 1..40, optional: true, reveal: notes } }
    relations: { orders: { many: Order, inverse: customer } }
    allow:
      east: { do: [read, list, update], when: resource.region == "east" }
      west: { do: [create, read, list, update, delete, audit], when: resource.region == "west", reveal: [notes] }
  Order:
    key: id
    fields: { id: uuid, total: { type: decimal, precision: 10, scale: 2 }, placedOn: date, isPaid: boolean }
    relations: { customer: { one: Customer }, referrer: { one: Customer, optional: true } }
    allow:
      east: { do: [read, list], when: resource.customer.region == "east" }
      west: { do: [create, read, list, update, delete], when: resource.customer.region == "west" }
`

const split = (database: string): IsolationOptions => {
  const derived = derivedOf(splitText, database)
  const rows = spread(derived.model, { region: ['east', 'west'] })
  // Orders in sight refer to customers out of it.
  const customers = rows.Customer ?? []
  const crossed = (rows.Order ?? []).map((row, at) => ({
    ...row,
    customerId: customers[at]?.id ?? null,
    referrerId: customers[(at + 1) % customers.length]?.id ?? null,
  }))
  return {
    derived,
    near,
    rows: { ...rows, Order: crossed },
    principals: [
      { roles: ['east'], attributes: {} },
      { roles: ['west'], attributes: {} },
    ],
  }
}

const services = { clinic, edge, split }

/** Each on one of them every day, and of its requests some; `npm run isolation` asks all on both. */
const askedOn = { clinic: 'postgresql', edge: 'sqlite', split: 'postgresql' } as const
const isEvery = process.env.CHARTER_TEST_EVERY === '1'
const drawn = { oneIn: isEvery ? 1 : 16, from: fc.readConfigureGlobal()?.seed ?? 0 }

describe.each(['sqlite', 'postgresql'])('on %s', (database) => {
  test.each(Object.entries(services).filter(([name]) => isEvery || askedOn[name as keyof typeof askedOn] === database))(
    'nobody learns anything of what they may not see: %s',
    async (_name, make) => {
      const { requests, leaks } = await probeIsolation({ ...make(database), drawn })
      expect(leaks.slice(0, 5)).toEqual([])
      expect(requests * drawn.oneIn).toBeGreaterThan(300)
    },
    900_000,
  )
})

describe('a service with a fault is found out', () => {
  const faults: Readonly<Record<string, NonNullable<IsolationOptions['plant']>>> = {
    'a count without the rules':
      (execute, { store }) =>
      async (call) => {
        const outcome = await execute(call)
        if (call.select?.count !== true || outcome.kind !== 'value' || !call.operation.endsWith('.list')) return outcome
        const table = call.operation.split('.')[0]?.toLowerCase() ?? ''
        const [[value = 0] = []] = await databaseOf(store).all(`SELECT count(*) FROM "${table}"`, [])
        return {
          kind: 'value',
          value: { ...(outcome.value as JsonObject), count: { value: Number(value), isExact: true } },
        }
      },
    'an included row without the rules':
      (execute, { store }) =>
      async (call) => {
        const outcome = await execute(call)
        if (outcome.kind !== 'value' || call.operation !== 'Order.list' || !call.select?.include?.referrer)
          return outcome
        const items = (outcome.value as { items: JsonObject[] }).items
        const filled = items.map(async (item) => {
          const [[name = null] = []] = await databaseOf(store).all('SELECT "name" FROM "customer" WHERE "id" = ?', [
            String(item.referrerId),
          ])
          return { ...item, referrer: { name: String(name) } }
        })
        return { kind: 'value', value: { ...(outcome.value as JsonObject), items: await Promise.all(filled) } }
      },
    'a sort by what is not revealed':
      (execute, { store }) =>
      async (call) => {
        const wanted = call.select?.sort?.some(({ field }) => field === 'note')
        if (!wanted || call.operation !== 'Customer.list') return execute(call)
        const plain: Execute = execute
        const outcome = await plain({ ...call, select: { ...call.select, sort: [] } })
        if (outcome.kind !== 'value') return outcome
        const order = (await databaseOf(store).all('SELECT "id" FROM "customer" ORDER BY "note", "id"', [])).map(
          ([id]) => String(id),
        )
        const items = [...(outcome.value as { items: JsonObject[] }).items].sort(
          (a, b) => order.indexOf(String(a.id)) - order.indexOf(String(b.id)),
        )
        return { kind: 'value', value: { ...(outcome.value as JsonObject), items } }
      },
    'a hidden row that is forbidden instead of not found':
      (execute, { store }) =>
      async (call) => {
        const outcome = await execute(call)
        if (
          outcome.kind !== 'problem' ||
          outcome.problem.code !== 'not-found' ||
          !call.operation.startsWith('Customer.')
        )
          return outcome
        const rows = await databaseOf(store).all('SELECT 1 FROM "customer" WHERE "id" = ?', [
          String(call.input.key?.id),
        ])
        return rows.length === 0 ? outcome : { kind: 'problem', problem: { ...outcome.problem, code: 'forbidden' } }
      },
  }

  test.each(Object.entries(faults))(
    '%s',
    async (_name, plant) => {
      const { leaks } = await probeIsolation({ ...split('sqlite'), plant, leaksMax: 1 })
      expect(leaks.length).toBeGreaterThan(0)
    },
    360_000,
  )
})
