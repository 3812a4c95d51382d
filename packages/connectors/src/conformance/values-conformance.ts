import { compareValues, filterOperators, type Json, type ServiceModel, type Type } from '@charter/runtime'
import { type Database, decode, type EntitySql, encode, jsonArrayText, readOf, type SqlValue } from '@charter/sql/store'
import fc from 'fast-check'
import { expect, test } from './harness.ts'
import { identifier, insert, select } from './rows.ts'
import type { Suite } from './suite.ts'
import { same, valuesOf } from './values.ts'

/** Every type: exact values, every filter, the order of the type. */
export const valuesConformance = ({ database, write, of, model }: Suite): void => {
  const everything = of('Everything')
  const fields = Object.keys(everything.columns).filter((name) => name !== 'id')
  for (const field of fields) {
    const type = typeOf(model, 'Everything', field)
    test(`${field}: every value comes back as it was given, is found by every filter, and sorts as its type says`, async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(fc.option(valuesOf(type)), { minLength: 1, maxLength: 8 }), async (values) => {
          await write((transaction) => transaction.run(`DELETE FROM ${everything.table}`, []))
          const rows = values.map((value, at) => ({ id: identifier(at), [field]: value }))
          await write(async (transaction) => {
            for (const row of rows) await insert(transaction, everything, row)
          })
          const read = await select(database(), everything, ['id', field])
          expect(read.map(same).sort()).toEqual(rows.map(same).sort())
          await spellsAlike(database(), everything, field)
          if (filterOperators(type).includes('eq')) await sortsAndFilters(database(), everything, field, type, values)
        }),
        { numRuns: 40 },
      )
    })
  }

  test('like and startsWith take their text as it is, by code point and with case', async () => {
    await write((transaction) => transaction.run(`DELETE FROM ${everything.table}`, []))
    const texts = ['100%', '100 %', 'A_b', 'a_b', 'axb', '😀b', '\\', 'c\\', 'c\\\\', '']
    await write(async (transaction) => {
      for (const [at, text] of texts.entries()) await insert(transaction, everything, { id: identifier(at), text })
    })
    const found = async (operator: 'like' | 'startsWith', pattern: string) => {
      const condition = everything.columns.text?.filters[operator] ?? ''
      const rows = await database().all(readOf(`SELECT t."text" FROM ${everything.from} WHERE ${condition}`), [pattern])
      return rows.map(([text]) => text).sort()
    }
    expect(await found('like', '100\\%')).toEqual(['100%'])
    expect(await found('like', 'a_b')).toEqual(['a_b', 'axb'])
    expect(await found('like', '_b')).toEqual(['😀b'])
    expect(await found('like', '\\\\')).toEqual(['\\'])
    // One alone at the end means itself (matchesLike).
    expect(await found('like', '\\')).toEqual(['\\'])
    expect(await found('like', '%\\')).toEqual(['\\', 'c\\', 'c\\\\'])
    expect(await found('like', 'c\\')).toEqual(['c\\'])
    expect(await found('like', 'c\\\\\\')).toEqual(['c\\\\'])
    expect(await found('like', '%')).toEqual([...texts].sort())
    expect(await found('startsWith', '100%')).toEqual(['100%'])
    expect(await found('startsWith', 'a')).toEqual(['a_b', 'axb'])
    expect(await found('startsWith', '')).toEqual([...texts].sort())
  })
}

/** The text that the database makes of a value is the one that JSON.stringify makes of it, byte for byte. */
const spellsAlike = async (database: Database, { columns, from }: EntitySql, field: string): Promise<void> => {
  const column = columns[field]
  if (!column?.json) return
  const rows = await database.all(readOf(`SELECT ${column.json}, ${column.select} FROM ${from}`), [])
  for (const [text, value = null] of rows) expect(text).toBe(JSON.stringify(decode(column.storage, value)))
}

const typeOf = (model: ServiceModel, entity: string, field: string): Type =>
  model.entities.find((each) => each.name === entity)?.fields.find((each) => each.name === field)?.type ?? {
    kind: 'json',
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
