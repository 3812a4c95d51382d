import type { Type } from '@charter/runtime'
import { readOf } from '@charter/sql/store'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entity, field } from '../../conformance/build.ts'
import { say, serve, temporary } from '../testing.ts'

let database: Awaited<ReturnType<typeof temporary>>
beforeAll(async () => {
  database = await temporary()
})
afterAll(() => database.remove())

test('a number that a decimal cannot say to the digit is unsaid, and in no range', async () => {
  await say(
    database.url,
    `CREATE TABLE priced (id int PRIMARY KEY, n numeric);
     INSERT INTO priced VALUES (1, 1.555), (2, 1.56), (3, 123456789012345678), (4, 'NaN'), (5, 999999.99), (6, -0.1), (7, 1000000), (8, 3), (9, NULL)`,
  )
  const type: Type = { kind: 'decimal', precision: 8, scale: 2 }
  for (const more of [{ isOptional: true }, { isOptional: true, columnType: 'numeric' }]) {
    const {
      all,
      entity: sql,
      opened,
    } = await serve(database.url, entity('Priced', [field('id', { kind: 'int32' }), field('n', type, more)]))
    expect((await all(' ORDER BY t."id"')).map(({ n }) => n)).toEqual([
      null,
      '1.56',
      null,
      null,
      '999999.99',
      '-0.10',
      null,
      '3.00',
      null,
    ])
    const { filters = {}, aggregate } = sql.columns.n ?? {}
    const found = async (filter = '', given: readonly string[] = []) =>
      (await all(` WHERE ${filter} ORDER BY t."id"`, given)).map(({ id }) => id)
    expect([await found(filters.ge, ['1.5']), await found(filters.ne, ['3']), await found(filters.isNull)]).toEqual([
      [2, 5, 8],
      [2, 5, 6],
      [9],
    ])
    expect(await opened.database.all(readOf(`SELECT ${aggregate?.unsaid}::int FROM ${sql.from}`), [])).toEqual([[4]])
    await opened.close()
  }
})

test('only a decimal whose column has its scale is spelled by the database', async () => {
  await say(database.url, 'CREATE TABLE scaled (id int PRIMARY KEY, n numeric); INSERT INTO scaled VALUES (1, 1.5)')
  const decimal: Type = { kind: 'decimal', precision: 15, scale: 2 }
  const isSpelled = async (more: { readonly columnType?: string }) => {
    const {
      all,
      entity: sql,
      opened,
    } = await serve(
      database.url,
      entity('Scaled', [field('id', { kind: 'int32' }), field('n', decimal, more)], { binding: { table: 'scaled' } }),
    )
    expect(await all()).toEqual([{ id: 1, n: '1.50' }])
    await opened.close()
    return sql.columns.n?.json !== undefined
  }
  expect([await isSpelled({}), await isSpelled({ columnType: 'numeric' })]).toEqual([false, false])
  expect(await isSpelled({ columnType: 'numeric(15,2)' })).toBe(true)
})
