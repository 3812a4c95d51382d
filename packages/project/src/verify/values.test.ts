import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { connectors } from '@charter/connectors'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { valuesLines } from './values/report.ts'
import { verifyValues } from './verify.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'charter-values-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const isMissing = (program: string): boolean => spawnSync(program, ['--version']).error !== undefined

/** The charter of a database that was read, in a file. */
const introspected = async (database: 'sqlite' | 'postgresql', url: string): Promise<string> => {
  const connector = connectors.find(({ name }) => name === database)
  const { document = '' } = (await connector?.introspect(url, { name: 'source' })) ?? {}
  const file = join(folder, `${database}.yaml`)
  await writeFile(file, document.replace('{ url: env(DATABASE_URL)', `{ url: '${url}'`))
  return file
}

describe.skipIf(isMissing('sqlite3'))('what sqlite3 prints (skipped where it is not installed)', () => {
  test('is what the API answers, cell by cell; what it cannot say is named', async () => {
    const path = join(folder, 'films.db')
    const database = new DatabaseSync(path)
    database.exec(`CREATE TABLE film (id INTEGER PRIMARY KEY, "or der" TEXT NOT NULL, note TEXT, rate REAL, price DECIMAL(8,2), image BLOB, at DATETIME, ok BOOLEAN NOT NULL);
      INSERT INTO film VALUES (1, 'it''s' || char(10) || 'row', '', 1.5, 9.5, x'00ff', '2024-01-01 10:00:00', 1), (2, 'row', NULL, 1e300, NULL, NULL, NULL, 0);
      CREATE TABLE loose (a TEXT, n INTEGER); INSERT INTO loose VALUES ('x', 1), ('x', 1), (NULL, 2)`)
    const file = await introspected('sqlite', `file:${path}`)
    const { tables } = await verifyValues({ subject: file, writes: false })
    expect(tables.map(({ entity, rows, cells, equal, differing }) => [entity, rows, cells, equal, differing])).toEqual([
      ['Film', 2, 16, 16, []],
      ['Loose', 3, 6, 6, []],
    ])
    expect(tables[1]?.losses.map(({ reason }) => reason)).toEqual(['no-key'])
    database.exec(`INSERT INTO film VALUES (3, 'x', NULL, 'much', NULL, NULL, NULL, 0)`)
    database.close()
    const report = await verifyValues({ subject: file, writes: false })
    expect(report.tables[0]).toMatchObject({ cells: 24, equal: 21, differing: [], unsaid: [{ field: 'rate' }] })
    expect(valuesLines(report).at(-1)).toBe('in process: 2 of 2 tables, 30 cells compared, 27 equal.')
  })
})

describe.skipIf(isMissing('psql'))('what psql prints (skipped where it is not installed)', () => {
  test('is what the API answers, of every type; what differs is told by its field and first row', async () => {
    const connector = connectors.find(({ name }) => name === 'postgresql')
    const temporary = await connector?.makeTemporary(process.env.CHARTER_TEST_POSTGRESQL ?? null)
    if (!temporary) throw new Error('PostgreSQL is not among the connectors')
    try {
      await say(
        temporary.url,
        `CREATE SCHEMA sales; CREATE TYPE mood AS ENUM ('sad', 'Very Happy');
         CREATE TABLE sales."or der" (id bigint PRIMARY KEY, n numeric(8,2), f float8, t text, c char(4), d date, ts timestamp, tz timestamptz, b bytea, u uuid, j jsonb, a int[], m mood, i interval, ok boolean, r int4range, mr tstzmultirange, ds numeric(8,2)[], bs bytea[], zs timestamptz[]);
         INSERT INTO sales."or der" VALUES
           (1, 1.5, 0.1, E'a\\nb|"', 'ab', '2024-02-29', '2024-01-01 10:00:00.5', '2024-01-01 10:00:00+02', '\\x00ff', '0190f5c6-7b1e-7c3a-9a55-3f2d5e8b1c4d', '{"a": [1, null]}', '{1,2}', 'Very Happy', '1 day 2 hours', true, '[1,5)', '{[2024-01-01 10:00+00,),empty}', '{1.5,2}', '{"\\\\x00ff"}', '{2024-01-01 10:00:00.5+00}'),
           (2, NULL, NULL, '', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
         CREATE VIEW luck AS SELECT id, clock_timestamp()::text AS at FROM sales."or der";
         CREATE VIEW moment AS SELECT clock_timestamp()::text AS at`,
      )
      const file = await introspected('postgresql', temporary.url)
      const { tables } = await verifyValues({ subject: file, writes: false })
      const [luck, moment, order] = tables
      expect(order).toMatchObject({ table: '"sales"."or der"', rows: 2, cells: 40, equal: 40, differing: [] })
      expect(luck).toMatchObject({ cells: 4, equal: 2, differing: [{ field: 'at', cells: 2, key: '["1"]' }] })
      // The row that was printed is not answered, and the one that is answered was not printed.
      expect(moment).toMatchObject({ rows: 1, cells: 2, equal: 0, differing: [{ field: 'at', cells: 2 }] })
      // What an address says of a session is kept, and does not make it one that writes or prints otherwise.
      const address = new URL(temporary.url)
      address.searchParams.set('options', '-c search_path=sales -c TimeZone=Asia/Tokyo -c IntervalStyle=postgres')
      const { rows } = (await connector?.print?.(address.href)) ?? {}
      expect(await rows?.(`current_setting('search_path'), i::text, tz::text FROM "or der" WHERE id = 1`)).toEqual([
        ['sales', 'P1DT2H', '2024-01-01 08:00:00+00'],
      ])
      await expect(rows?.('1; CREATE TABLE made ()')).rejects.toThrow('read-only')
    } finally {
      await temporary.remove()
    }
  })
})

test('a database of the service’s own has nothing to be compared with', async () => {
  const clinic = join(import.meta.dirname, '../../../charter/examples/clinic.yaml')
  await expect(verifyValues({ subject: clinic, writes: false })).rejects.toThrow('the service’s own')
})

const say = async (url: string, sql: string): Promise<void> => {
  const made = spawnSync('psql', ['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-d', url, '-c', sql], { encoding: 'utf8' })
  if (made.status !== 0) throw new Error(made.stderr)
}
