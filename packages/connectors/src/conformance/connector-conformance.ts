import { type Connector, type OpenSource, parseCharter, toModel } from '@charter/charter'
import {
  compareValues,
  type Database,
  type EntitySql,
  filterOperators,
  type Json,
  type JsonObject,
  jsonArrayText,
  type Rule,
  type SqlValue,
  type Transaction,
  type Type,
} from '@charter/runtime'
import { decode, encode } from '@charter/runtime/service'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { conformanceCharter } from './conformance-charter.ts'
import { stateConformance } from './state-conformance.ts'
import { same, valuesOf } from './values.ts'

/** An empty database for one run of the suite. */
export interface ConformanceSource {
  readonly url: string
  /** Whether what was written is still there after closing. */
  readonly isLasting: boolean
  remove(): Promise<void>
}

/**
 * What every connector owes the runtime, run against a real database of its kind: exact values, order, filters, rules,
 * relations, transactions, problems, state. A new database calls it in its own test file.
 */
export const connectorConformance = (connector: Connector, makeSource: () => Promise<ConformanceSource>): void => {
  const { charter: parsed, diagnostics } = parseCharter({ 'charter.yaml': conformanceCharter(connector.name) })
  if (!parsed) throw new Error(`The conformance charter does not parse: ${JSON.stringify(diagnostics)}`)
  const charter = parsed
  const model = toModel(charter, rules)
  const sql = connector.render(charter, model)
  const schema = connector.createSchema(charter)
  const options = { isReadOnly: false, schema, statementTimeoutMs: 2000 }
  const of = (name: string): EntitySql => {
    const found = sql.find((each) => each.entity === name)
    if (!found) throw new Error(`Nothing was rendered for ${name}.`)
    return found
  }
  const typeOf = (entity: string, field: string): Type =>
    model.entities.find((each) => each.name === entity)?.fields.find((each) => each.name === field)?.type ?? {
      kind: 'json',
    }

  describe(`${connector.title} keeps the Connector's promises`, () => {
    let source: ConformanceSource
    let opened: OpenSource
    beforeAll(async () => {
      source = await makeSource()
      opened = await connector.open(source.url, options)
    })
    afterAll(async () => {
      await opened.close()
      await source.remove()
    })
    const write = <Result>(work: (transaction: Transaction) => Promise<Result>) => opened.database.transaction(work)

    test('the charter of the suite is one it can hold', () => {
      expect(connector.check(charter)).toEqual([])
    })

    const everything = of('Everything')
    const fields = Object.keys(everything.columns).filter((name) => name !== 'id')
    for (const field of fields) {
      const type = typeOf('Everything', field)
      test(`${field}: every value comes back as it was given, is found by every filter, and sorts as its type says`, async () => {
        await fc.assert(
          fc.asyncProperty(fc.array(fc.option(valuesOf(type)), { minLength: 1, maxLength: 8 }), async (values) => {
            await write((transaction) => transaction.run(`DELETE FROM ${everything.from}`, []))
            const rows = values.map((value, at) => ({ id: identifier(at), [field]: value }))
            await write(async (transaction) => {
              for (const row of rows) await insert(transaction, everything, row)
            })
            const read = await select(opened.database, everything, ['id', field])
            expect(read.map(same).sort()).toEqual(rows.map(same).sort())
            if (filterOperators(type).includes('eq'))
              await sortsAndFilters(opened.database, everything, field, type, values)
          }),
          { numRuns: 40 },
        )
      })
    }

    test('like and startsWith take their text as it is, by code point and with case', async () => {
      await write((transaction) => transaction.run(`DELETE FROM ${everything.from}`, []))
      const texts = ['100%', '100 %', 'A_b', 'a_b', 'axb', '😀b', '\\', '']
      await write(async (transaction) => {
        for (const [at, text] of texts.entries()) await insert(transaction, everything, { id: identifier(at), text })
      })
      const found = async (operator: 'like' | 'startsWith', pattern: string) => {
        const condition = everything.columns.text?.filters[operator] ?? ''
        const rows = await opened.database.all(`SELECT t."text" FROM ${everything.from} WHERE ${condition}`, [pattern])
        return rows.map(([text]) => text).sort()
      }
      expect(await found('like', '100\\%')).toEqual(['100%'])
      expect(await found('like', 'a_b')).toEqual(['a_b', 'axb'])
      expect(await found('like', '_b')).toEqual(['😀b'])
      expect(await found('like', '\\\\')).toEqual(['\\'])
      expect(await found('like', '%')).toEqual([...texts].sort())
      expect(await found('startsWith', '100%')).toEqual(['100%'])
      expect(await found('startsWith', 'a')).toEqual(['a_b', 'axb'])
      expect(await found('startsWith', '')).toEqual([...texts].sort())
    })

    describe('with patients, rooms and stays', () => {
      const [patient, room, stay] = [of('Patient'), of('Room'), of('Stay')]
      const rooms = [
        { building: 'A', number: '4611686018427387904' },
        { building: 'A', number: '4611686018427387905' },
      ]
      let first: string
      let second: string
      beforeAll(async () => {
        ;[first, second] = await write(async (transaction) => [
          await insertPatient(transaction, patient, {
            tenantId: 'x',
            name: 'Ada',
            ward: 'north',
            email: 'a@example.org',
          }),
          await insertPatient(transaction, patient, { tenantId: 'x', name: 'Bo', ward: 'south', email: null }),
        ])
        await write(async (transaction) => {
          for (const each of rooms) await insert(transaction, room, each)
          const stays = [
            [first, rooms[0]],
            [first, rooms[1]],
            [second, rooms[1]],
            [second, null],
          ] as const
          for (const [at, [patientId, where]] of stays.entries()) {
            const reference = { roomBuilding: where?.building ?? null, roomNumber: where?.number ?? null }
            await insert(transaction, stay, { id: identifier(at), patientId, ...reference })
          }
        })
      })

      test('a key that the database makes is told, and grows', () => {
        expect(BigInt(second) > BigInt(first)).toBe(true)
      })

      test('related rows of many parents come in one statement, told apart by their parent', async () => {
        const before = opened.database.statementCount
        const stays = await related(opened.database, patient, 'stays', stay, ['id'], [first, second].map(BigInt))
        expect(stays).toEqual([
          [first, identifier(0)],
          [first, identifier(1)],
          [second, identifier(2)],
          [second, identifier(3)],
        ])
        expect(opened.database.statementCount).toBe(before + 1)
        const through = await related(opened.database, patient, 'rooms', room, ['number'], [first, second].map(BigInt))
        expect(through).toEqual([
          [first, rooms[0]?.number],
          [first, rooms[1]?.number],
          [second, rooms[1]?.number],
        ])
        const one = await related(opened.database, stay, 'patient', patient, ['name'], [BigInt(second)])
        expect(one).toEqual([[second, 'Bo']])
        const composite = await related(
          opened.database,
          stay,
          'room',
          room,
          ['number'],
          [['A', BigInt(rooms[1]?.number ?? 0)]],
        )
        expect(composite).toEqual([['A', rooms[1]?.number, rooms[1]?.number]])
      })

      test('a rule holds for stored rows and for proposed ones, over relations too', async () => {
        const stored = async (entity: EntitySql, rule: string, values: readonly SqlValue[]) =>
          (await opened.database.all(`SELECT 1 FROM ${entity.from} WHERE ${entity.rules[rule]?.sql}`, values)).length
        expect(await stored(patient, 'own-ward', ['north'])).toBe(1)
        expect(await stored(patient, 'own-ward', [null])).toBe(0)
        expect(await stored(patient, 'other-ward', ['north'])).toBe(1)
        expect(await stored(patient, 'other-ward', [null])).toBe(0)
        expect(await stored(stay, 'own-patients', ['south'])).toBe(2)
        const propose = async (row: JsonObject, ward: string) =>
          opened.database.all(`${stay.proposed.sql}${stay.rules['own-patients']?.sql}`, [
            ...stay.proposed.fields.map((field) => bind(stay, field, row)),
            ward,
          ])
        expect(await propose({ id: identifier(9), patientId: first }, 'north')).toHaveLength(1)
        expect(await propose({ id: identifier(9), patientId: first }, 'south')).toHaveLength(0)
        expect(await propose({ id: identifier(9), patientId: '99' }, 'north')).toHaveLength(0)
      })

      test('tenancy and soft delete are conditions that every statement can carry', async () => {
        const count = async (tenant: string) =>
          (
            await opened.database.all(`SELECT 1 FROM ${patient.from} WHERE ${patient.visible} AND ${patient.tenancy}`, [
              tenant,
            ])
          ).length
        expect([await count('x'), await count('y')]).toEqual([2, 0])
        const third = await write((transaction) =>
          insertPatient(transaction, patient, { tenantId: 'x', name: 'C', ward: 'w', email: 'c@example.org' }),
        )
        const at = encode(patient.columns.deletedAt?.storage ?? { kind: 'text' }, '2026-01-01T00:00:00Z')
        await write((transaction) => transaction.run(patient.remove ?? '', [at, BigInt(third)]))
        expect(await count('x')).toBe(2)
        await write((transaction) =>
          insertPatient(transaction, patient, { tenantId: 'x', name: 'D', ward: 'w', email: 'c@example.org' }),
        )
        expect(await count('x')).toBe(3)
      })

      test('an update changes the row meant, and its version', async () => {
        const read = async () =>
          (
            await opened.database.all(
              `SELECT ${patient.version}, ${patient.columns.name?.select} FROM ${patient.from} WHERE ${patient.byKey}`,
              [BigInt(first)],
            )
          )[0]
        const [version] = (await read()) ?? []
        const row: JsonObject = { id: first, tenantId: 'x', name: 'Ada L', ward: 'north', email: 'a@example.org' }
        const { changes } = await write((transaction) =>
          transaction.run(patient.update?.sql ?? '', [
            ...(patient.update?.fields ?? []).map((field) => bind(patient, field, row)),
            BigInt(first),
          ]),
        )
        expect(changes).toBe(1)
        const [after, name] = (await read()) ?? []
        expect(name).toBe('Ada L')
        expect(typeof after).toBe('string')
        expect(after).not.toBe(version)
      })

      test('a taken value is a conflict within a tenant only, a broken reference is told, and nothing of it stays', async () => {
        const taken = { tenantId: 'x', name: 'Eve', ward: 'w', email: 'a@example.org' }
        await expect(write((transaction) => insertPatient(transaction, patient, taken))).rejects.toMatchObject({
          problem: {
            code: 'conflict',
            errors: expect.arrayContaining([expect.objectContaining({ path: '/email', code: 'not-unique' })]),
          },
        })
        await write((transaction) => insertPatient(transaction, patient, { ...taken, tenantId: 'y' }))
        await expect(
          write((transaction) => insert(transaction, stay, { id: identifier(50), patientId: '12345' })),
        ).rejects.toMatchObject({ problem: { code: 'referenced' } })
        await expect(
          write((transaction) =>
            transaction.run(`DELETE FROM ${patient.from} WHERE ${patient.byKey}`, [BigInt(first)]),
          ),
        ).rejects.toMatchObject({ problem: { code: 'referenced' } })
        const eves = await opened.database.all(
          `SELECT 1 FROM ${patient.from} WHERE ${patient.columns.name?.filters.eq}`,
          ['Eve'],
        )
        expect(eves).toHaveLength(1)
      })
    })

    test('a transaction that fails leaves nothing, and transactions do not mix', async () => {
      const patient = of('Patient')
      const add = (transaction: Transaction, name: string) =>
        insertPatient(transaction, patient, { tenantId: 'z', name, ward: 'w', email: null })
      const count = async (on: Pick<Transaction, 'all'>) =>
        Number((await on.all(`SELECT count(*) FROM ${patient.from} WHERE ${patient.tenancy}`, ['z']))[0]?.[0])
      const failing = write(async (transaction) => {
        await add(transaction, 'gone')
        throw new Error('on purpose')
      })
      await expect(failing).rejects.toThrow('on purpose')
      expect(await count(opened.database)).toBe(0)
      const seen = await Promise.all(
        Array.from({ length: 10 }, () =>
          write(async (transaction) => {
            const before = await count(transaction)
            await new Promise((resolve) => setImmediate(resolve))
            await add(transaction, `number ${before}`)
            return before
          }),
        ),
      )
      expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    })

    stateConformance(() => opened)

    test('what was written is there after reopening, and another schema is refused', async (context) => {
      if (!source.isLasting) return context.skip('this source does not outlive its connection')
      await opened.close()
      await expect(
        connector.open(source.url, { ...options, schema: [...schema, 'CREATE TABLE other (id INTEGER)'] }),
      ).rejects.toMatchObject({ problem: { code: 'unavailable' } })
      opened = await connector.open(source.url, options)
      expect((await opened.database.all(`SELECT 1 FROM ${of('Room').from}`, [])).length).toBe(2)
    })
  })
}

const identifier = (at: number): string => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`

const source = { file: 'charter.yaml', line: 1, text: '' }
const ward = { kind: 'principal', name: 'ward' } as const
const rules: readonly Rule[] = [
  {
    id: 'own-ward',
    effect: 'permit',
    entity: 'Patient',
    actions: ['read'],
    roles: ['clerk'],
    source,
    when: { kind: 'compare', op: 'eq', left: { kind: 'field', path: ['ward'] }, right: ward },
  },
  {
    id: 'other-ward',
    effect: 'permit',
    entity: 'Patient',
    actions: ['list'],
    roles: ['clerk'],
    source,
    when: { kind: 'not', of: { kind: 'compare', op: 'eq', left: { kind: 'field', path: ['ward'] }, right: ward } },
  },
  {
    id: 'own-patients',
    effect: 'permit',
    entity: 'Stay',
    actions: ['read'],
    roles: ['clerk'],
    source,
    when: { kind: 'compare', op: 'eq', left: { kind: 'field', path: ['patient', 'ward'] }, right: ward },
  },
]

const bind = (entity: EntitySql, field: string, row: JsonObject): SqlValue =>
  encode(entity.columns[field]?.storage ?? { kind: 'text' }, row[field] ?? null)

const insert = async (transaction: Transaction, entity: EntitySql, row: JsonObject): Promise<void> => {
  const { sql = '', fields = [] } = entity.insert ?? {}
  await transaction.run(
    sql,
    fields.map((field) => bind(entity, field, row)),
  )
}

const insertPatient = async (transaction: Transaction, patient: EntitySql, row: JsonObject): Promise<string> => {
  await insert(transaction, patient, row)
  const made = await transaction.all(patient.insertedKey ?? '', [])
  return String(decode(patient.columns.id?.storage ?? { kind: 'text' }, made[0]?.[0] ?? null))
}

const select = async (
  database: Database,
  entity: EntitySql,
  fields: readonly string[],
  rest = '',
  values: readonly SqlValue[] = [],
): Promise<readonly JsonObject[]> => {
  const columns = fields.map((field) => entity.columns[field])
  const rows = await database.all(
    `SELECT ${columns.map((column) => column?.select).join(', ')} FROM ${entity.from}${rest}`,
    values,
  )
  return rows.map((row) =>
    Object.fromEntries(
      fields.map((field, at) => [field, decode(columns[at]?.storage ?? { kind: 'text' }, row[at] ?? null)]),
    ),
  )
}

const sortsAndFilters = async (
  database: Database,
  entity: EntitySql,
  field: string,
  type: Type,
  values: readonly Json[],
): Promise<void> => {
  const column = entity.columns[field]
  if (!column) throw new Error(`No column for ${field}.`)
  const present = values.filter((value) => value !== null)
  const read = async (rest: string, params: readonly SqlValue[]) =>
    (await select(database, entity, [field], rest, params)).map((row) => row[field] ?? null)
  const ordered = [...present].sort((a, b) => compareValues(type, a, b))
  const absent = values.filter((value) => value === null)
  const order = ` ORDER BY (${column.sort} IS NULL), ${column.sort}`
  expect((await read(order, [])).map(same)).toEqual([...ordered, ...absent].map(same))
  expect((await read(`${order} DESC`, [])).map(same)).toEqual([...ordered.reverse(), ...absent].map(same))
  for (const value of present.slice(0, 2)) {
    const sign = (other: Json) => compareValues(type, other, value)
    const expected = {
      eq: (other: Json) => sign(other) === 0,
      ne: (other: Json) => sign(other) !== 0,
      lt: (other: Json) => sign(other) < 0,
      le: (other: Json) => sign(other) <= 0,
      gt: (other: Json) => sign(other) > 0,
      ge: (other: Json) => sign(other) >= 0,
    }
    for (const [operator, holds] of Object.entries(expected)) {
      const condition = column.filters[operator as keyof typeof expected]
      if (!condition) continue
      const found = await read(` WHERE ${condition}`, [encode(column.storage, value)])
      expect(found.map(same).sort(), operator).toEqual(present.filter(holds).map(same).sort())
    }
  }
  const wanted = present.slice(0, 3)
  const listed = await read(` WHERE ${column.filters.in}`, [
    jsonArrayText(wanted.map((value) => encode(column.storage, value))),
  ])
  expect(listed.map(same).sort(), 'in').toEqual(
    present
      .filter((value) => wanted.some((each) => same(each) === same(value)))
      .map(same)
      .sort(),
  )
  expect(await read(` WHERE ${column.filters.isNull}`, [])).toEqual(absent)
}

/** Rows of a relation as `[parent key…, field…]`, in order. */
const related = async (
  database: Database,
  entity: EntitySql,
  name: string,
  target: EntitySql,
  fields: readonly string[],
  keys: readonly (SqlValue | readonly SqlValue[])[],
): Promise<readonly Json[]> => {
  const relation = entity.relations[name]
  if (!relation) throw new Error(`No relation ${name}.`)
  const columns = [...relation.parentKey, ...fields.map((field) => target.columns[field]?.select)]
  const rows = await database.all(
    `SELECT ${columns.join(', ')} FROM ${relation.from} WHERE ${relation.match} ORDER BY ${columns.map((_, at) => at + 1).join(', ')}`,
    [jsonArrayText(keys)],
  )
  return rows.map((row) => [...row] as Json)
}
