import type { JsonObject, ProblemError } from '@charter/runtime'
import type { EntitySql, SqlValue } from '@charter/sql/store'
import { encode, readOf, writeOf } from '@charter/sql/store'
import { beforeAll, describe, expect, test } from './harness.ts'
import { bind, identifier, insert, insertPatient, related } from './rows.ts'
import type { Suite } from './suite.ts'

/** Rows that belong together: keys the database makes, relations, rules, tenancy, versions, constraints. */
export const rowsConformance = ({ database, write, of }: Suite): void => {
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
      const before = database().statementCount
      const stays = await related(database(), {
        of: patient,
        relation: 'stays',
        target: stay,
        fields: ['id'],
        keys: [first, second].map(BigInt),
      })
      expect(stays).toEqual([
        [first, identifier(0)],
        [first, identifier(1)],
        [second, identifier(2)],
        [second, identifier(3)],
      ])
      expect(database().statementCount).toBe(before + 1)
      const through = await related(database(), {
        of: patient,
        relation: 'rooms',
        target: room,
        fields: ['number'],
        keys: [first, second].map(BigInt),
      })
      expect(through).toEqual([
        [first, rooms[0]?.number],
        [first, rooms[1]?.number],
        [second, rooms[1]?.number],
      ])
      const one = await related(database(), {
        of: stay,
        relation: 'patient',
        target: patient,
        fields: ['name'],
        keys: [BigInt(second)],
      })
      expect(one).toEqual([[second, 'Bo']])
      const composite = await related(database(), {
        of: stay,
        relation: 'room',
        target: room,
        fields: ['number'],
        keys: [['A', BigInt(rooms[1]?.number ?? 0)]],
      })
      expect(composite).toEqual([['A', rooms[1]?.number, rooms[1]?.number]])
    })

    test('a rule holds for stored rows and for proposed ones, over relations too', async () => {
      const stored = async (entity: EntitySql, rule: string, values: readonly SqlValue[]) =>
        (await database().all(readOf(`SELECT 1 FROM ${entity.from} WHERE ${entity.rules[rule]?.sql}`), values)).length
      expect(await stored(patient, 'own-ward', ['north'])).toBe(1)
      expect(await stored(patient, 'own-ward', [null])).toBe(0)
      expect(await stored(patient, 'other-ward', ['north'])).toBe(1)
      expect(await stored(patient, 'other-ward', [null])).toBe(0)
      expect(await stored(stay, 'own-patients', ['south'])).toBe(2)
      const propose = async (row: JsonObject, ward: string) =>
        database().all(readOf(`${stay.proposed.sql}${stay.rules['own-patients']?.sql}`), [
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
          await database().all(
            readOf(`SELECT 1 FROM ${patient.from} WHERE ${patient.visible} AND ${patient.tenancy}`),
            [tenant],
          )
        ).length
      expect([await count('x'), await count('y')]).toEqual([2, 0])
      const third = await write((transaction) =>
        insertPatient(transaction, patient, { tenantId: 'x', name: 'C', ward: 'w', email: 'c@example.org' }),
      )
      const at = encode(patient.columns.deletedAt?.storage ?? { kind: 'text' }, '2026-01-01T00:00:00Z')
      await write((transaction) =>
        transaction.run(writeOf('DELETE', { text: patient.remove ?? '', table: patient.table }), [at, BigInt(third)]),
      )
      expect(await count('x')).toBe(2)
      await write((transaction) =>
        insertPatient(transaction, patient, { tenantId: 'x', name: 'D', ward: 'w', email: 'c@example.org' }),
      )
      expect(await count('x')).toBe(3)
    })

    test('an update changes the row meant, and its version', async () => {
      const read = async () =>
        (
          await database().all(
            readOf(
              `SELECT ${patient.version}, ${patient.columns.name?.select} FROM ${patient.from} WHERE ${patient.byKey}`,
            ),
            [BigInt(first)],
          )
        )[0]
      const [version] = (await read()) ?? []
      const row: JsonObject = { id: first, tenantId: 'x', name: 'Ada L', ward: 'north', email: 'a@example.org' }
      const { changes } = await write((transaction) =>
        transaction.run(writeOf('UPDATE', { text: patient.update?.sql ?? '', table: patient.table }), [
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
      const refused = await write((transaction) => insertPatient(transaction, patient, taken)).then(
        () => null,
        (error: unknown) => error,
      )
      expect(refused).toMatchObject({ problem: { code: 'conflict' } })
      const { errors = [] } = (refused as ProblemError).problem
      expect(errors.some(({ path, code }) => path === '/email' && code === 'not-unique')).toBe(true)
      await write((transaction) => insertPatient(transaction, patient, { ...taken, tenantId: 'y' }))
      await expect(
        write((transaction) => insert(transaction, stay, { id: identifier(50), patientId: '12345' })),
      ).rejects.toMatchObject({ problem: { code: 'referenced' } })
      await expect(
        write((transaction) => transaction.run(`DELETE FROM ${patient.table} WHERE "id" = ?`, [BigInt(first)])),
      ).rejects.toMatchObject({ problem: { code: 'referenced' } })
      const eves = await database().all(
        readOf(`SELECT 1 FROM ${patient.from} WHERE ${patient.columns.name?.filters.eq}`),
        ['Eve'],
      )
      expect(eves).toHaveLength(1)
    })
  })
}
