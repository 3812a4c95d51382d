import type { TemporaryDatabase } from '@charter/charter'
import type { EntitySql } from '@charter/sql/store'
import { isUnsaid, readOf } from '@charter/sql/store'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mariadb } from './index.ts'
import { introspected, say, serve, temporary } from './testing.ts'

let place: TemporaryDatabase
beforeAll(async () => {
  place = await temporary()
  await say(
    place.url,
    `CREATE TABLE "every thing" (
      id bigint unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY, big bigint unsigned NOT NULL DEFAULT 18446744073709551615,
      tiny tinyint unsigned, small smallint, wide int unsigned, yes tinyint(1), one bit(1) DEFAULT b'1', eight bit(8), sixtyfour bit(64),
      mood enum('low','high','Mid') CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci, flags set('a','b','c'), name varchar(20) CHARACTER SET latin1 COLLATE latin1_swedish_ci,
      code char(5) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin, day date, at datetime(3), moment timestamp(6) NULL, hour time(2), paid decimal(20,4), ratio double, doc json, uid uuid, raw varbinary(8), shape point,
      half int GENERATED ALWAYS AS (small / 2), made timestamp NOT NULL DEFAULT current_timestamp() ON UPDATE current_timestamp(), twice int DEFAULT (1 + 1),
      CONSTRAINT name_set CHECK (name <> ''), UNIQUE KEY by_name (name)) COMMENT 'All there is'`,
    'CREATE TABLE part (thing_id bigint unsigned NOT NULL, no int NOT NULL, PRIMARY KEY (thing_id, no), FOREIGN KEY (thing_id) REFERENCES "every thing" (id))',
    'CREATE VIEW names AS SELECT id, name FROM "every thing"',
    `INSERT INTO "every thing" (id, tiny, small, wide, yes, eight, sixtyfour, mood, flags, name, code, day, at, moment, hour, paid, ratio, doc, uid, raw, shape) VALUES
      (1, 255, -5, 4294967295, 2, b'101', b'1111', 'high', 'a,c', 'Ärger', 'Ab', '2024-02-29', '2024-02-29 23:59:59.120', '2024-02-29 23:59:59.5', '23:59:59.50', '1234567890123456.7891', 0.1, '{"a": 12345678901234567890.10}', '00000000-0000-4000-8000-00000000000a', x'00ff', ST_GeomFromText('POINT(1 2)')),
      (2, null, null, null, 0, null, null, 'Mid', '', 'arger', 'ab', '0000-00-00', '0000-00-00 00:00:00', null, '-01:00:00', null, null, null, null, null, null),
      (3, null, null, null, null, null, null, 'low', null, null, null, '2024-00-10', '2024-05-00 00:00:00', null, '838:59:59', null, null, null, null, null, null)`,
  )
})
afterAll(() => place.remove())

test('a database is a charter, with what could not be said of it', async () => {
  const { charter, losses } = await introspected(place.url)
  const thing = charter.entities.find(({ name }) => name === 'EveryThing')
  const types = Object.fromEntries((thing?.fields ?? []).map(({ name, type }) => [name, type.kind]))
  expect(types).toEqual({
    id: 'int64',
    big: 'decimal',
    tiny: 'int32',
    small: 'int32',
    wide: 'int64',
    yes: 'boolean',
    one: 'boolean',
    eight: 'int32',
    sixtyfour: 'decimal',
    mood: 'enum',
    flags: 'text',
    name: 'text',
    code: 'text',
    day: 'date',
    at: 'dateTime',
    moment: 'instant',
    hour: 'time',
    paid: 'decimal',
    ratio: 'float64',
    doc: 'json',
    uid: 'uuid',
    raw: 'bytes',
    shape: 'text',
    half: 'int32',
    made: 'instant',
    twice: 'int32',
  })
  expect(thing).toMatchObject({ description: 'All there is', key: ['id'] })
  // What refers to a numbered key is as the key is.
  expect(charter.entities.find(({ name }) => name === 'Part')?.fields[0]?.type.kind).toBe('int64')
  expect(mariadb.lossReasons).toEqual(expect.arrayContaining(losses.map((loss) => loss.split(' ')[0])))
  expect(losses).toEqual(
    expect.arrayContaining([
      'check-not-read every thing',
      'unsupported-type every thing.flags',
      'unsupported-type every thing.shape',
      'generated-column every thing.half',
      'generated-column every thing.made',
      'no-key names',
    ]),
  )
})

test('every value is told as it is, and one that its type cannot say is told from none', async () => {
  const { charter } = await introspected(place.url)
  const { all, entity, opened } = await serve(place.url, charter, 'EveryThing')
  const [first, second, third] = await all(' ORDER BY t."id"')
  expect(first).toMatchObject({
    id: '1',
    big: '18446744073709551615',
    tiny: 255,
    wide: 4294967295,
    yes: true,
    one: true,
    eight: 5,
    sixtyfour: '15',
    mood: 'high',
    flags: 'a,c',
    name: 'Ärger',
    day: '2024-02-29',
    at: '2024-02-29T23:59:59.12',
    moment: '2024-02-29T23:59:59.5Z',
    hour: '23:59:59.5',
    paid: '1234567890123456.7891',
    ratio: 0.1,
    uid: '00000000-0000-4000-8000-00000000000a',
    raw: 'AP8=',
    shape: 'POINT(1 2)',
    half: -3,
  })
  expect(second).toMatchObject({ day: null, at: null, hour: null, yes: false, flags: '' })
  expect(third).toMatchObject({ day: null, at: null, hour: null })
  const rows = await opened.database.all(
    readOf(`SELECT t."day", t."at", t."hour" FROM ${entity.from} ORDER BY t."id"`),
    [],
  )
  const kinds = (['day', 'at', 'hour'] as const).map(
    (name) => entity.columns[name]?.storage ?? { kind: 'text' as const },
  )
  expect(
    rows.map((row) => kinds.map((storage, at) => isUnsaid(storage, row[at], at === 0 && row === rows[0] ? '' : null))),
  ).toEqual([
    [false, true, true],
    [true, true, true],
    [true, true, true],
  ])
  // They are in no range and differ from nothing, and they are not none.
  const found = async (condition = '', values: readonly string[] = []) =>
    (await all(` WHERE ${condition} ORDER BY t."id"`, values)).map(({ id }) => id)
  const filters = entity.columns.day?.filters ?? ({} as EntitySql['columns'][string]['filters'])
  expect([
    await found(filters.ne, ['2000-01-01']),
    await found(filters.lt, ['2030-01-01']),
    await found(filters.isNull),
  ]).toEqual([['1'], ['1'], []])
  await opened.close()
})

test('text is found by code point whatever its collation, by its index where equality is asked; members are in order by their text', async () => {
  const { charter } = await introspected(place.url)
  const { all, entity, opened } = await serve(place.url, charter, 'EveryThing')
  const ids = async (rest = '', values: readonly string[] = []) => (await all(rest, values)).map(({ id }) => id)
  const where = (name: string, operator: 'eq' | 'in' | 'like') => ` WHERE ${entity.columns[name]?.filters[operator]}`
  expect(await ids(where('name', 'eq'), ['arger'])).toEqual(['2'])
  expect(await ids(where('name', 'eq'), ['ÄRGER'])).toEqual([])
  expect(await ids(where('name', 'in'), ['["Ärger","x"]'])).toEqual(['1'])
  expect(await ids(where('name', 'like'), ['%rger'])).toEqual(['1', '2'])
  expect(await ids(where('code', 'eq'), ['ab'])).toEqual(['2'])
  expect(await ids(` ORDER BY ${entity.columns.mood?.sort}, t."id"`)).toEqual(['2', '1', '3'])
  const plan = await opened.database.all(readOf(`EXPLAIN SELECT 1 FROM ${entity.from}${where('name', 'eq')}`), [
    'arger',
  ])
  expect(plan[0]?.[5]).toBe('by_name')
  await opened.close()
})

test('what is written is what was given; what is not given is the database’s, and what it sets stays its own', async () => {
  const { charter } = await introspected(place.url)
  const { all, insert, update, opened } = await serve(place.url, charter, 'EveryThing')
  await insert({
    big: '18446744073709551614',
    yes: true,
    eight: 7,
    sixtyfour: '18446744073709551615',
    name: 'new',
    mood: 'low',
    doc: { n: 1 },
  })
  const row = (await all(' WHERE t."name" = ?', ['new']))[0]
  expect(row).toMatchObject({
    big: '18446744073709551614',
    yes: true,
    one: true,
    eight: 7,
    sixtyfour: '18446744073709551615',
    twice: 2,
    doc: { n: 1 },
  })
  await update({ ...row, name: 'newer', one: false }, ['id'], ['name', 'one'])
  expect((await all(' WHERE t."name" = ?', ['newer']))[0]).toMatchObject({ one: false, big: '18446744073709551614' })
  await expect(insert({ big: '0', yes: true, mood: 'low', name: 'Arger' })).rejects.toMatchObject({
    problem: { code: 'conflict' },
  })
  await expect(insert({ big: '0', yes: true, mood: 'low', name: '' })).rejects.toMatchObject({
    problem: { code: 'invalid-input', errors: [{ message: 'The rule name_set of the database does not hold.' }] },
  })
  await opened.close()
})

test('state in a database of theirs is made only where that is allowed', async () => {
  const { openMariadb } = await import('./driver/open.ts')
  const other = await temporary()
  const options = { url: other.url, isReadOnly: false, schema: null, statementTimeoutMs: 5000 }
  await expect(openMariadb(options)).rejects.toMatchObject({ problem: { code: 'unavailable' } })
  expect(await say(other.url, 'SHOW TABLES')).toEqual([])
  await (await openMariadb({ ...options, mayCreate: true })).close()
  await (await openMariadb(options)).close()
  await other.remove()
})
