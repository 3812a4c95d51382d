import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { parseCharter, toModel } from '@charter/charter'
import type { Json, JsonObject, Predicate, Rule, Type } from '@charter/runtime'
import type { EntitySql } from '@charter/sql/store'
import { decode, encode, readOf, settingOnly } from '@charter/sql/store'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSqlite, openSqliteState } from '../driver/open.ts'
import { introspect } from '../introspect/introspect.ts'
import { render } from './entity.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'charter-attached-'))
})
afterAll(() => rm(folder, { recursive: true }))

const serve = async (name: string, sql: string, asserted: (document: string) => string = (document) => document) => {
  const path = join(folder, name)
  const database = new DatabaseSync(path)
  // What the rows hold comes after the charter: it says what the columns declare.
  const [tables = '', ...rows] = sql.split(/(?=INSERT)/)
  database.exec(tables)
  const { document } = await introspect(path, { name: 'attached' })
  database.exec(rows.join(''))
  database.close()
  const { charter } = parseCharter({ 'charter.yaml': asserted(document) })
  if (!charter) throw new Error('the charter does not parse')
  const [entity] = render(charter, toModel(charter, []))
  if (!entity) throw new Error('nothing was rendered')
  const opened = await openSqlite({
    url: path,
    isReadOnly: false,
    schema: null,
    state: await openSqliteState(':memory:'),
    statementTimeoutMs: 100,
  })
  const all = async (rest = '', params: Parameters<typeof opened.database.all>[1] = []) => {
    const columns = Object.entries(entity.columns)
    const rows = await opened.database.all(
      readOf(`SELECT ${columns.map(([, { select }]) => select).join(', ')} FROM ${entity.from}${rest}`),
      params,
    )
    return rows.map((row) =>
      Object.fromEntries(columns.map(([field, { storage }], at) => [field, decode(storage, row[at] ?? null)])),
    )
  }
  return { path, entity, opened, all }
}

const bound = (entity: EntitySql, fields: readonly string[], row: JsonObject) =>
  fields.map((field) => encode(entity.columns[field]?.storage ?? { kind: 'text' }, row[field] ?? null))

test('values that disobey their column are told from none, and an update of another field leaves them as they are', async () => {
  const { path, entity, opened, all } = await serve(
    'disobedient.db',
    `CREATE TABLE odd (id INTEGER PRIMARY KEY, name TEXT, n INTEGER, small SMALLINT, f REAL, ok BOOLEAN, at DATETIME, day DATE, b BLOB, j JSON);
     INSERT INTO odd VALUES (1, x'ff00', 'many', 9007199254740993, 'much', 'yes', 'soon', 20240101, 'text', '{');
     INSERT INTO odd VALUES (2, 'fine', 9223372036854775807, 7, 1.5, 2, '2024-01-02', '2024-01-02 10:00:00', x'01', '{"a":1}');`,
  )
  const [odd, fine] = await all(' ORDER BY t."id"')
  // They are in no range, and not among what has no value.
  for (const name of ['name', 'n', 'small', 'f', 'ok', 'at', 'day']) {
    const filters = entity.columns[name]?.filters ?? {}
    const none = await all(` WHERE ${filters.isNull}`)
    const ranges = [filters.ne, filters.lt, filters.le, filters.gt, filters.ge].filter((each) => each !== undefined)
    const found = await Promise.all(ranges.map((each) => all(` WHERE ${each}`, [-5])))
    expect([name, none.map(({ id }) => id), found.flat().filter(({ id }) => id === '1')]).toEqual([name, [], []])
  }
  expect(odd).toEqual({
    id: '1',
    name: null,
    n: null,
    small: null,
    f: null,
    ok: null,
    at: null,
    day: null,
    b: 'dGV4dA==',
    j: null,
  })
  expect(fine).toEqual({
    id: '2',
    name: 'fine',
    n: '9223372036854775807',
    small: 7,
    f: 1.5,
    ok: true,
    at: '2024-01-02T00:00:00',
    day: '2024-01-02',
    b: 'AQ==',
    j: { a: 1 },
  })
  const rename = async (row: JsonObject, more: JsonObject) => {
    const { sql, fields } = settingOnly(entity.update ?? { sql: '', fields: [] }, Object.keys(more))
    return opened.database.transaction((on) =>
      on.run(sql, [...bound(entity, fields, { ...row, ...more }), ...bound(entity, ['id'], row)]),
    )
  }
  await rename(odd ?? {}, { name: 'named' })
  await rename(fine ?? {}, { n: '-5' })
  await opened.close()
  const database = new DatabaseSync(path)
  const statement = database.prepare(
    'SELECT name, typeof(n), CAST(small AS TEXT), f, ok, at, day, j FROM odd ORDER BY id',
  )
  statement.setReturnArrays(true)
  expect(statement.all()).toEqual([
    ['named', 'text', '9007199254740993', 'much', 'yes', 'soon', 20240101, '{'],
    ['fine', 'integer', '7', 1.5, 2, '2024-01-02', '2024-01-02 10:00:00', '{"a":1}'],
  ])
  database.close()
})

test.each([
  ['UTF-8', 'fe'],
  ['UTF-16le', '00d8'],
  ['UTF-16be', 'd800'],
])('bytes that are no text of %s are no value, in keys too', async (encoding, bytes) => {
  const none = `CAST(x'${bytes}' AS TEXT)`
  const { entity, opened, all } = await serve(
    `${encoding}.db`,
    `PRAGMA encoding = '${encoding}'; CREATE TABLE word (id TEXT PRIMARY KEY NOT NULL, t TEXT, j JSON);
     INSERT INTO word VALUES ('a', 'x' || char(0) || 'y', '{"a":"ä"}'), (${none}, ${none}, '["' || ${none} || '"]'), ('ä😀\u{fffd}', 'ä😀\u{fffd}', '"\u{fffd}"');`,
  )
  const fine = 'ä😀\u{fffd}'
  expect(await all(' ORDER BY t.rowid')).toEqual([
    { id: 'a', t: null, j: { a: 'ä' } },
    { id: null, t: null, j: null },
    { id: fine, t: fine, j: '\u{fffd}' },
  ])
  const found = async (filter = '', given: readonly string[] = []) =>
    (await all(` WHERE ${filter} ORDER BY t.rowid`, given)).map(({ id }) => id)
  const { like, startsWith, ge, ne, isNull } = entity.columns.t?.filters ?? {}
  expect([await found(like, ['%']), await found(startsWith, ['']), await found(ge, [''])]).toEqual([
    [fine],
    [fine],
    [fine],
  ])
  expect([await found(ne, ['z']), await found(isNull)]).toEqual([[fine], []])
  await opened.close()
})

test('a whole number of more than 32 bits is in no range where 32 are promised, and last in order; INT promises 64', async () => {
  const { entity, opened, all } = await serve(
    'wide.db',
    `CREATE TABLE wide (id INTEGER PRIMARY KEY, n INT, small SMALLINT);
     INSERT INTO wide VALUES (1, 3000000000, 3000000000), (2, 5, 5), (3, -3000000000, -2147483648), (4, NULL, NULL);`,
  )
  const { sort, filters } = entity.columns.small ?? { sort: '', filters: {} }
  const rows = await all(` ORDER BY (${sort} IS NULL), ${sort} DESC, t."id"`)
  expect(rows.map(({ n, small }) => [n, small])).toEqual([
    ['5', 5],
    ['-3000000000', -2147483648],
    ['3000000000', null],
    [null, null],
  ])
  const found = async (filter = '', given: readonly number[] = []) =>
    (await all(` WHERE ${filter} ORDER BY t."id"`, given)).map(({ id }) => id)
  expect([await found(filters.gt, [1]), await found(filters.ne, [5]), await found(filters.isNull)]).toEqual([
    ['2'],
    ['3'],
    ['4'],
  ])
  await opened.close()
})

test('a number that a decimal cannot say to the digit is unsaid, and in no range', async () => {
  const { entity, opened, all } = await serve(
    'decimals.db',
    `CREATE TABLE price (id INTEGER PRIMARY KEY, n DECIMAL(8, 2));
     INSERT INTO price VALUES (1, 1.555), (2, 1.56), (3, 123456789012345678), (4, 1e21), (5, 999999.99), (6, -0.1), (7, 1000000), (8, 3);`,
    (document) => document.replace('type: float64', 'type: decimal, precision: 8, scale: 2'),
  )
  const { storage, filters, aggregate } = entity.columns.n ?? { storage: { kind: 'text' } as const, filters: {} }
  expect(storage).toEqual({ kind: 'asserted', precision: 8, scale: 2 })
  expect((await all(' ORDER BY t."id"')).map(({ n }) => n)).toEqual([
    null,
    '1.56',
    null,
    null,
    '999999.99',
    '-0.10',
    null,
    '3.00',
  ])
  const found = async (filter = '', given: readonly number[] = []) =>
    (await all(` WHERE ${filter} ORDER BY t."id"`, given)).map(({ id }) => id)
  expect([await found(filters.eq, [1.56]), await found(filters.ge, [1.5]), await found(filters.ne, [3])]).toEqual([
    ['2'],
    ['2', '5', '8'],
    ['2', '5', '6'],
  ])
  const [most = []] = await opened.database.all(
    readOf(`SELECT ${aggregate?.max}, ${aggregate?.unsaid} FROM ${entity.from}`),
    [],
  )
  expect(most).toEqual([999999.99, 4])
  await opened.close()
})

test('moments compare as they read, however they are spelled', async () => {
  const { entity, opened, all } = await serve(
    'moments.db',
    `CREATE TABLE event (id INTEGER PRIMARY KEY, at TIMESTAMP);
     INSERT INTO event (at) VALUES ('2006-02-15 04:34:33.000'), ('2006-02-15T04:34:33Z'), ('2006-02-15 04:34:33'), ('2006-02-15 04:34'), ('2006-02-15 04:34:33.250'), (NULL);`,
  )
  const column = entity.columns.at
  const moment = '2006-02-15T04:34:33'
  const value = encode(column?.storage ?? { kind: 'text' }, moment)
  expect((await all(` WHERE ${column?.filters.eq}`, [value])).map(({ id }) => id)).toEqual(['1', '2', '3'])
  expect((await all(` WHERE ${column?.filters.gt}`, [value])).map(({ at }) => at)).toEqual(['2006-02-15T04:34:33.25'])
  const ordered = await all(` ORDER BY (${column?.sort} IS NULL), ${column?.sort}, t."id"`)
  expect(ordered.map(({ id, at }): Json => [id ?? null, at ?? null])).toEqual([
    ['4', '2006-02-15T04:34:00'],
    ['1', moment],
    ['2', moment],
    ['3', moment],
    ['5', '2006-02-15T04:34:33.25'],
    ['6', null],
  ])
  await opened.close()
})

test('a column with a collation is ordered by it, and filtered by code point', async () => {
  const { entity, opened, all } = await serve(
    'collated.db',
    `CREATE TABLE tag (id INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE NOCASE); INSERT INTO tag (name) VALUES ('b'), ('A'), ('B'), ('a');`,
  )
  const name = entity.columns.name
  expect((await all(` WHERE ${name?.filters.eq}`, ['b'])).map((row) => row.name)).toEqual(['b'])
  expect((await all(` WHERE ${name?.filters.in}`, ['["A","b"]'])).map((row) => row.name)).toEqual(['b', 'A'])
  expect((await all(` ORDER BY ${name?.sort}, t."id"`)).map((row) => row.name)).toEqual(['A', 'a', 'b', 'B'])
  await opened.close()
})

test('a default that the database computes is left to it, unless a value is given', async () => {
  const { entity, opened, all } = await serve(
    'defaults.db',
    'CREATE TABLE note (id INTEGER PRIMARY KEY, at DATETIME DEFAULT CURRENT_TIMESTAMP)',
  )
  const insert = entity.insert ?? { sql: '', fields: [] }
  for (const at of [null, '2001-01-01T00:00:00'])
    await opened.database.transaction((on) => on.run(insert.sql, bound(entity, insert.fields, { at })))
  const [computed, given] = await all(' ORDER BY t."id"')
  expect(computed?.at).toMatch(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d$/)
  expect(given?.at).toBe('2001-01-01T00:00:00')
  await opened.close()
})

test('rules compare a truth, a uuid and a date of somebody else’s file as they read', async () => {
  const { path, opened } = await serve(
    'spelled.db',
    `CREATE TABLE thing (id INTEGER PRIMARY KEY, ok BOOLEAN NOT NULL, owner UUID NOT NULL, due DATE NOT NULL);
     INSERT INTO thing VALUES (1, 2, '3F2504E0-4F89-41D3-9A0C-0305E82C3301', '2026-01-01 00:00:00');`,
  )
  await opened.close()
  const holds = async (when: Predicate): Promise<number> => {
    const { document } = await introspect(path, { name: 'attached' })
    const { charter } = parseCharter({ 'charter.yaml': document.replace('type: text, length: ..38', 'type: uuid') })
    if (!charter) throw new Error('the charter does not parse')
    const entity = charter.entities[0]?.name ?? ''
    const source = { file: 'charter.yaml', line: 1, text: '' }
    const rule = { id: 'r', effect: 'permit', entity, actions: ['read'], roles: [], source, isConditional: true, when }
    const [sql] = render(charter, toModel(charter, [rule as Rule]))
    const { sql: condition = '', params = [] } = sql?.rules.r ?? {}
    const database = new DatabaseSync(path)
    const values = params.flatMap((param) => (param.kind === 'value' ? [param.value as string | number] : []))
    const rows = database.prepare(`SELECT 1 FROM ${sql?.from} WHERE ${condition}`).all(...values)
    database.close()
    return rows.length
  }
  const is = (name: string, value: Json, type: Type): Predicate => ({
    kind: 'compare',
    op: 'eq',
    left: { kind: 'field', path: [name] },
    right: { kind: 'value', value, type },
  })
  expect(await holds(is('ok', true, { kind: 'boolean' }))).toBe(1)
  expect(await holds(is('owner', '3f2504e0-4f89-41d3-9a0c-0305e82c3301', { kind: 'uuid' }))).toBe(1)
  expect(await holds(is('due', '2026-01-01', { kind: 'date' }))).toBe(1)
})
