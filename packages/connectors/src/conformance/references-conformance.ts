import type { JsonObject } from '@charter/runtime'
import { type EntitySql, readOf, type SqlValue, writeOf } from '@charter/sql/store'
import { beforeAll, describe, expect, test } from './harness.ts'
import { bind, identifier, insert, related } from './rows.ts'
import type { Suite } from './suite.ts'

/** Relations to fields that are unique without being the key: `to:`, of one field and of several. */
export const referencesConformance = ({ database, write, of }: Suite): void => {
  describe('with wards named by a code, and beds in them', () => {
    const [ward, bed] = [of('Ward'), of('Bed')]
    const [north, south] = [identifier(70), identifier(71)]
    const wards = [
      { id: north, code: "n'1", site: 'A', number: '4611686018427387904', floor: 0 },
      { id: south, code: "N'1", site: 'A', number: '4611686018427387905', floor: 3 },
    ]
    const beds: JsonObject[] = [
      { id: identifier(80), wardCode: "n'1", deskSite: 'A', deskNumber: '4611686018427387905', nextId: null },
      { id: identifier(81), wardCode: "N'1", deskSite: 'A', deskNumber: '4611686018427387904', nextId: identifier(80) },
      { id: identifier(82), wardCode: null, deskSite: null, deskNumber: null, nextId: identifier(81) },
    ]
    beforeAll(() =>
      write(async (transaction) => {
        for (const each of wards) await insert(transaction, ward, each)
        for (const each of beds) await insert(transaction, bed, each)
      }),
    )

    const written = ({ table }: EntitySql, text: string, values: readonly SqlValue[]) =>
      write((transaction) => transaction.run(writeOf('UPDATE', { text, table }), values))
    const update = (entity: EntitySql, row: JsonObject) =>
      written(entity, entity.update?.sql ?? '', [
        ...(entity.update?.fields ?? []).map((field) => bind(entity, field, row)),
        bind(entity, 'id', row),
      ])
    const judged = async (rule: string) =>
      (
        await database().all(
          readOf(`SELECT t."id" FROM ${bed.from} WHERE ${bed.rules[rule]?.sql}`),
          valuesOf(bed, rule),
        )
      )
        .map(([id]) => id)
        .sort()

    test('related rows are found both ways, told apart by the referenced values', async () => {
      expect(
        await related(database(), { of: bed, relation: 'ward', target: ward, fields: ['floor'], keys: ["n'1", "N'1"] }),
      ).toEqual(
        [
          ["N'1", 3],
          ["n'1", 0],
        ].sort(),
      )
      expect(
        await related(database(), {
          of: bed,
          relation: 'desk',
          target: ward,
          fields: ['floor'],
          keys: [['A', 4611686018427387905n]],
        }),
      ).toEqual([['A', '4611686018427387905', 3]])
      expect(
        await related(database(), { of: ward, relation: 'beds', target: bed, fields: ['id'], keys: ["n'1"] }),
      ).toEqual([["n'1", identifier(80)]])
      const desks = await related(database(), {
        of: ward,
        relation: 'desks',
        target: bed,
        fields: ['id'],
        keys: [['A', 4611686018427387904n]],
      })
      expect(desks).toEqual([['A', '4611686018427387904', identifier(81)]])
    })

    test('a rule reaches over them, also a step further', async () => {
      expect(await judged('ground-ward')).toEqual([identifier(80)])
      expect(await judged('ground-desk')).toEqual([identifier(81)])
      expect(await judged('ground-next.ward')).toEqual([identifier(81)])
      const proposed = async (row: JsonObject) =>
        database().all(readOf(`${bed.proposed.sql}${bed.rules['ground-ward']?.sql}`), [
          ...bed.proposed.fields.map((field) => bind(bed, field, row)),
          ...valuesOf(bed, 'ground-ward'),
        ])
      expect(await proposed({ id: identifier(83), wardCode: "n'1" })).toHaveLength(1)
      expect(await proposed({ id: identifier(83), wardCode: "N'1" })).toHaveLength(0)
    })

    test('an insert and an update name only what is there, and what is named stays', async () => {
      const nowhere = { problem: { code: 'referenced' } }
      const lost = { ...beds[2], id: identifier(84), wardCode: 'none' }
      await expect(write((transaction) => insert(transaction, bed, lost))).rejects.toMatchObject(nowhere)
      await expect(update(bed, { ...beds[0], wardCode: 'none' })).rejects.toMatchObject(nowhere)
      await expect(update(bed, { ...beds[0], deskNumber: '1' })).rejects.toMatchObject(nowhere)
      await expect(update(ward, { ...wards[0], code: 'other' })).rejects.toMatchObject(nowhere)
      await expect(written(ward, ward.remove ?? '', [bind(ward, 'id', { id: north })])).rejects.toMatchObject(nowhere)
      await update(bed, { ...beds[0], wardCode: "N'1" })
      expect(
        await related(database(), { of: ward, relation: 'beds', target: bed, fields: ['id'], keys: ["n'1", "N'1"] }),
      ).toEqual([
        ["N'1", identifier(80)],
        ["N'1", identifier(81)],
      ])
      expect(await judged('ground-ward')).toEqual([])
    })
  })
}

const valuesOf = (entity: EntitySql, rule: string): SqlValue[] =>
  (entity.rules[rule]?.params ?? []).map((param) =>
    param.kind === 'value' &&
    (param.value === null || typeof param.value !== 'object' || param.value instanceof Uint8Array)
      ? param.value
      : null,
  )
