import type { TemporaryDatabase } from '@charter/charter'
import { readOf } from '@charter/sql/store'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openMariadb } from '../mariadb/driver/open.ts'
import { mysql } from './index.ts'
import { introspected, near, noMysql, say, serve, temporary } from './testing.ts'

if (near === null) test('a database of somebody else’s on MySQL', ({ skip }) => skip(noMysql))

describe.skipIf(near === null)('a database of somebody else’s', () => {
  let place: TemporaryDatabase
  beforeAll(async () => {
    place = await temporary()
    await say(
      place.url,
      `CREATE TABLE "every thing" (
      id bigint unsigned NOT NULL AUTO_INCREMENT PRIMARY KEY, big bigint unsigned NOT NULL DEFAULT 18446744073709551615,
      tiny tinyint unsigned, wide int unsigned, yes tinyint(1) DEFAULT 1, one bit(1) DEFAULT b'1', eight bit(8), sixtyfour bit(64),
      mood enum('low','high','Mid') CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci DEFAULT 'low', flags set('a','b','c'),
      name varchar(20) CHARACTER SET latin1 COLLATE latin1_swedish_ci, code char(5) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin,
      kind varchar(9) NOT NULL DEFAULT 'it''s', size varchar(9), day date, at datetime(3), moment timestamp(6) NULL, hour time(2), paid decimal(20,4),
      ratio double, doc json, raw varbinary(8), shape point, half int GENERATED ALWAYS AS (tiny / 2),
      made timestamp NOT NULL DEFAULT current_timestamp() ON UPDATE current_timestamp(), twice int DEFAULT (1 + 1), mark varchar(36) DEFAULT (uuid()),
      CONSTRAINT name_set CHECK (name <> ''), CONSTRAINT sizes CHECK (size IN ('small', 'it''s', 'a\\\\b')), CONSTRAINT tinies CHECK (tiny BETWEEN 0 AND 200),
      UNIQUE KEY by_name (name), UNIQUE KEY by_expression ((lower(code)), id)) COMMENT 'All there is'`,
      'CREATE TABLE part (thing_id bigint unsigned NOT NULL, no int NOT NULL, PRIMARY KEY (thing_id, no), FOREIGN KEY (thing_id) REFERENCES "every thing" (id))',
      'CREATE VIEW names AS SELECT id, name FROM "every thing"',
      `INSERT INTO "every thing" (id, tiny, wide, yes, eight, sixtyfour, mood, flags, name, code, size, day, at, moment, hour, paid, ratio, doc, raw, shape) VALUES
      (1, 200, 4294967295, 2, b'101', b'1111', 'high', 'a,c', 'Ärger', 'Ab', 'it''s', '2024-02-29', '2024-02-29 23:59:59.120', '2024-02-29 23:59:59.5', '23:59:59.50', '1234567890123456.7891', 0.1, '{"a": 0.5}', x'00ff', ST_GeomFromText('POINT(1 2)')),
      (2, null, null, 0, null, null, 'Mid', '', 'arger', 'ab ', null, '0000-00-00', '0000-00-00 00:00:00', null, '-01:00:00', null, null, null, null, null),
      (3, null, null, null, null, null, 'low', null, null, null, null, '2024-00-10', '2024-05-00 00:00:00', null, '838:59:59', null, null, null, null, null)`,
    )
  })
  afterAll(() => place.remove())

  test('it is a charter, with what could not be said of it', async () => {
    const { charter, losses } = await introspected(place.url)
    const thing = charter.entities.find(({ name }) => name === 'EveryThing')
    const fields = new Map((thing?.fields ?? []).map((field) => [field.name, field]))
    expect(Object.fromEntries([...fields].map(([name, { type }]) => [name, type.kind]))).toMatchObject({
      id: 'int64',
      big: 'decimal',
      tiny: 'int32',
      wide: 'int64',
      yes: 'boolean',
      one: 'boolean',
      eight: 'int32',
      sixtyfour: 'decimal',
      mood: 'enum',
      flags: 'text',
      size: 'enum',
      at: 'dateTime',
      moment: 'instant',
      hour: 'time',
      paid: 'decimal',
      doc: 'json',
      raw: 'bytes',
      shape: 'text',
    })
    expect(fields.get('size')?.type).toMatchObject({ values: ['small', "it's", 'a\\b'] })
    expect(fields.get('tiny')?.type).toMatchObject({ min: 0, max: 200 })
    expect(fields.get('kind')?.default).toEqual({ kind: 'value', value: "it's" })
    expect(fields.get('big')?.default).toEqual({ kind: 'value', value: '18446744073709551615' })
    expect(fields.get('yes')?.default).toEqual({ kind: 'value', value: true })
    expect(fields.get('mood')?.default).toEqual({ kind: 'value', value: 'low' })
    expect(fields.get('twice')?.default).toEqual({ kind: 'database' })
    expect(mysql.lossReasons).toEqual(expect.arrayContaining(losses.map((loss) => loss.split(' ')[0])))
    expect(losses).toEqual(
      expect.arrayContaining([
        'check-not-read every thing',
        'unsupported-type every thing.flags',
        'unsupported-type every thing.doc',
        'unsupported-type every thing.shape',
        'generated-column every thing.half',
        'generated-column every thing.made',
        'expression-index every thing.by_expression',
        'no-key names',
      ]),
    )
  })

  test('every value is told as it is', async () => {
    const { charter } = await introspected(place.url)
    const { all, entity, opened } = await serve(place.url, charter, 'EveryThing')
    const [first, second, third] = await all(' ORDER BY t."id"')
    expect(first).toMatchObject({
      id: '1',
      big: '18446744073709551615',
      tiny: 200,
      wide: 4294967295,
      yes: true,
      one: true,
      eight: 5,
      sixtyfour: '15',
      mood: 'high',
      flags: 'a,c',
      name: 'Ärger',
      size: "it's",
      day: '2024-02-29',
      at: '2024-02-29T23:59:59.12',
      moment: '2024-02-29T23:59:59.5Z',
      hour: '23:59:59.5',
      paid: '1234567890123456.7891',
      ratio: 0.1,
      raw: 'AP8=',
      shape: 'POINT(1 2)',
      half: 100,
    })
    expect(second).toMatchObject({ day: null, at: null, hour: null, yes: false, flags: '' })
    expect(third).toMatchObject({ day: null, at: null, hour: null })
    const ids = async (rest: string, values: readonly string[]) => (await all(rest, values)).map(({ id }) => id)
    const where = (name: string, operator: 'eq' | 'in' | 'like' | 'ne') =>
      ` WHERE ${entity.columns[name]?.filters[operator]} ORDER BY t."id"`
    expect(await ids(where('name', 'eq'), ['arger'])).toEqual(['2'])
    expect(await ids(where('name', 'eq'), ['ÄRGER'])).toEqual([])
    expect(await ids(where('name', 'in'), ['["Ärger","x"]'])).toEqual(['1'])
    expect(await ids(where('name', 'like'), ['%rger'])).toEqual(['1', '2'])
    expect(await ids(where('hour', 'eq'), ['23:59:59.5'])).toEqual(['1'])
    expect(await ids(where('day', 'ne'), ['2000-01-01'])).toEqual(['1'])
    expect(await ids(` ORDER BY ${entity.columns.mood?.sort}, t."id"`, [])).toEqual(['2', '1', '3'])
    const plan = await opened.database.all(
      readOf(`EXPLAIN FORMAT = TRADITIONAL SELECT 1 FROM ${entity.from} WHERE ${entity.columns.name?.filters.eq}`),
      ['arger'],
    )
    expect(plan[0]?.[6]).toBe('by_name')
    await opened.close()
  })

  test('what is written is what was given; what is not given is the database’s, an expression too', async () => {
    const { charter } = await introspected(place.url)
    const { all, insert, update, opened } = await serve(place.url, charter, 'EveryThing')
    await insert({
      big: '18446744073709551614',
      yes: true,
      eight: 7,
      name: 'new',
      mood: 'low',
      kind: 'k',
      hour: '01:02:03.5',
    })
    const row = (await all(' WHERE t."name" = ?', ['new']))[0]
    expect(row).toMatchObject({
      big: '18446744073709551614',
      one: true,
      eight: 7,
      hour: '01:02:03.5',
      twice: 2,
      mark: expect.stringMatching(/^[0-9a-f]{8}-/),
    })
    await update({ ...row, name: 'newer', one: false }, ['id'], ['name', 'one'])
    expect((await all(' WHERE t."name" = ?', ['newer']))[0]).toMatchObject({ one: false, mark: row?.mark })
    await expect(insert({ big: '0', yes: true, mood: 'low', kind: 'k', name: 'Arger' })).rejects.toMatchObject({
      problem: { code: 'conflict', errors: [{ path: '/name', code: 'not-unique' }] },
    })
    await expect(insert({ big: '0', yes: true, mood: 'low', kind: 'k', name: '' })).rejects.toMatchObject({
      problem: { code: 'invalid-input', errors: [{ message: 'The rule name_set of the database does not hold.' }] },
    })
    await opened.close()
  })

  test('whoever takes it for MariaDB is told what to say', async () => {
    const url = place.url.replace(/^mysql:/, 'mariadb:')
    const opening = openMariadb({ url, isReadOnly: true, schema: null, statementTimeoutMs: 5000 })
    await expect(opening).rejects.toMatchObject({
      problem: {
        code: 'unavailable',
        cause: { message: expect.stringMatching(/is not MariaDB\. For MySQL begin the URL with mysql:/) },
      },
    })
  })
})
