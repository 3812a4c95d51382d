import { existsSync, renameSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSqlite, openSqliteState } from './open.ts'
import { pathOf } from './path-of.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'charter-driver-'))
})
afterAll(() => rm(folder, { recursive: true }))

const fresh = { isReadOnly: false, statementTimeoutMs: 100 }
const make = (name: string, sql: string): string => {
  const path = join(folder, name)
  const database = new DatabaseSync(path)
  database.exec(sql)
  database.close()
  return path
}
const tablesOf = (path: string): readonly unknown[] => {
  const database = new DatabaseSync(path, { readOnly: true })
  const tables = database.prepare('SELECT name FROM sqlite_schema ORDER BY name').all()
  database.close()
  return tables.map((row) => row.name)
}

test('nothing is created in an attached file; its state is in a file of its own, and not transactional', async () => {
  const path = make('attached.db', 'CREATE TABLE a (x INTEGER)')
  const stateUrl = join(folder, 'attached.state.db')
  const state = await openSqliteState(stateUrl)
  const opened = await openSqlite({ ...fresh, url: `file:${path}`, schema: null, state })
  await opened.database.transaction((transaction) => transaction.run('INSERT INTO a VALUES (?)', [1]))
  await opened.close()
  expect(opened.state.isTransactional).toBe(false)
  expect(tablesOf(path)).toEqual(['a'])
  expect(tablesOf(stateUrl)).toContain('_charter_audit')
  await expect(openSqlite({ ...fresh, url: path, schema: null })).rejects.toMatchObject({
    problem: { code: 'unavailable', cause: { message: expect.stringContaining('--allow-ddl') } },
  })
  expect(tablesOf(path)).toEqual(['a'])
})

test('state lies in an attached file where that is allowed, and takes part in its transactions; after that no leave is needed', async () => {
  const path = make('holding.db', 'CREATE TABLE a (x INTEGER)')
  const companion = ['-- structure {"id":"TidyJob","name":"_charter_tidy_job"}', 'CREATE TABLE "_charter_tidy_job" (x)']
  const given = { ...fresh, url: path, schema: null }
  const first = await openSqlite({ ...given, mayCreate: true })
  expect(first.state.isTransactional).toBe(true)
  await first.close()
  await expect(openSqlite({ ...given, companion })).rejects.toMatchObject({
    problem: {
      cause: { message: expect.stringMatching(/"_charter_tidy_job".*--allow-ddl.*leave out of the charter/) },
    },
  })
  expect(tablesOf(path)).not.toContain('_charter_tidy_job')
  await (await openSqlite({ ...given, companion, mayCreate: true })).close()
  await (await openSqlite({ ...given, companion })).close()
  expect(tablesOf(path).filter((name) => !/^(?:_charter|sqlite)_/.test(String(name)))).toEqual(['a'])
  const other = ['-- structure {"id":"TidyJob","name":"_charter_tidy_job","more":1}', ...companion.slice(1)]
  await expect(openSqlite({ ...given, companion: other, mayCreate: true })).rejects.toMatchObject({
    problem: { cause: { message: expect.stringContaining('charter migrate') } },
  })
  const file = new DatabaseSync(path)
  // How its owner has it written stays as it was.
  expect(file.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'delete' })
  file.close()
})

test('a file that was closed is whole by itself: nothing of it stands in files beside it', async () => {
  const path = join(folder, 'closed.db')
  const opened = await openSqlite({ ...fresh, url: path, schema: ['CREATE TABLE a (x INTEGER) STRICT'] })
  await opened.database.transaction((on) => on.run('INSERT INTO a VALUES (1)', []))
  expect(await opened.database.all('SELECT x FROM a', [])).toEqual([[1]])
  expect(existsSync(`${path}-wal`)).toBe(true)
  await opened.close()
  expect(['-wal', '-shm'].filter((beside) => existsSync(path + beside))).toEqual([])
})

test('an attached file that is not there is not made', async () => {
  const path = join(folder, 'gone.db')
  const state = await openSqliteState(':memory:')
  await expect(openSqlite({ ...fresh, url: path, schema: null, state })).rejects.toMatchObject({
    problem: { cause: { message: expect.stringContaining('There is no SQLite file') } },
  })
  expect(existsSync(path)).toBe(false)
})

test('a file of before structures were kept is taken up by the charter that it was made for; another is refused', async () => {
  const schema = ['-- structure {"id":"A","name":"a"}', 'CREATE TABLE a (x INTEGER) STRICT']
  const path = join(folder, 'older.db')
  await (await openSqlite({ ...fresh, url: path, schema: schema.slice(1) })).close()
  const database = new DatabaseSync(path)
  database.exec(`DELETE FROM "_charter_meta" WHERE "name" = 'structure'`)
  database.close()
  await expect(openSqlite({ ...fresh, url: path, schema: [...schema, 'CREATE TABLE b (x INTEGER)'] })).rejects.toThrow()
  await (await openSqlite({ ...fresh, url: path, schema })).close()
  await (await openSqlite({ ...fresh, url: path, schema })).close()
  await expect(
    openSqlite({ ...fresh, url: path, schema: ['-- structure {}', ...schema.slice(1)] }),
  ).rejects.toMatchObject({ problem: { cause: { message: expect.stringContaining('charter migrate') } } })
})

test('a file that another made is not taken for a new one', async () => {
  const path = make('foreign.db', 'CREATE TABLE a (x INTEGER)')
  await expect(openSqlite({ ...fresh, url: path, schema: ['CREATE TABLE b (y INTEGER)'] })).rejects.toMatchObject({
    problem: { code: 'unavailable' },
    cause: { message: expect.stringContaining('another file') },
  })
  expect(tablesOf(path)).toEqual(['a'])
})

test('a read-only source reads, and refuses to write', async () => {
  const path = make('read.db', 'CREATE TABLE a (x INTEGER); INSERT INTO a VALUES (7)')
  const opened = await openSqlite({
    ...fresh,
    url: path,
    schema: null,
    isReadOnly: true,
    state: await openSqliteState(':memory:'),
  })
  expect(await opened.database.all('SELECT x FROM a', [])).toEqual([[7]])
  await expect(opened.database.transaction((on) => on.run('DELETE FROM a', []))).rejects.toMatchObject({
    problem: { code: 'unavailable' },
  })
  await opened.close()
})

test('a reader sees what is committed, never what is being written', async () => {
  const opened = await openSqlite({
    ...fresh,
    url: join(folder, 'own.db'),
    schema: ['CREATE TABLE a (x INTEGER) STRICT'],
  })
  await opened.database.transaction(async (transaction) => {
    await transaction.run('INSERT INTO a VALUES (?)', [1])
    expect(await opened.database.all('SELECT x FROM a', [])).toEqual([])
    expect(await transaction.all('SELECT x FROM a', [])).toEqual([[1]])
  })
  expect(await opened.database.all('SELECT x FROM a', [])).toEqual([[1]])
  await opened.close()
})

test('a write waits for another process, without holding this one, and then says it cannot', async () => {
  const path = join(folder, 'busy.db')
  const opened = await openSqlite({
    ...fresh,
    url: path,
    schema: ['CREATE TABLE a (x INTEGER) STRICT'],
    statementTimeoutMs: 300,
  })
  const other = new DatabaseSync(path)
  other.exec('BEGIN IMMEDIATE')
  const add = () => opened.database.transaction((transaction) => transaction.run('INSERT INTO a VALUES (1)', []))
  await expect(add()).rejects.toMatchObject({ problem: { code: 'unavailable', retryAfterSeconds: 1 } })
  const waiting = add()
  setImmediate(() => other.exec('COMMIT'))
  expect(await waiting).toEqual({ changes: 1 })
  other.close()
  await opened.close()
})

test('a constraint that fails is a problem; a wrong statement is a bug and stays one', async () => {
  const schema = ['CREATE TABLE a (x INTEGER NOT NULL CHECK (x < 9), y TEXT) STRICT']
  const opened = await openSqlite({ ...fresh, url: ':memory:', schema })
  const run = (sql: string, value: string | number | null) => opened.database.transaction((on) => on.run(sql, [value]))
  await expect(run('INSERT INTO a (x) VALUES (?)', null)).rejects.toMatchObject({
    problem: { code: 'invalid-input', errors: [{ path: '/x', code: 'required' }] },
  })
  await expect(run('INSERT INTO a (x) VALUES (?)', 10)).rejects.toMatchObject({ problem: { code: 'invalid-input' } })
  await expect(run('INSERT INTO a (x) VALUES (?)', 'ten')).rejects.toMatchObject({ problem: { code: 'invalid-input' } })
  await expect(run('INSERT INTO b (x) VALUES (?)', 1)).rejects.toThrow('no such table')
  expect(await opened.database.all('SELECT count(*) FROM a', [])).toEqual([[0]])
  await opened.close()
})

test('a COMMIT that no lock keeps from ending is not tried again, and says why', async () => {
  const schema = [
    'CREATE TABLE a (x INTEGER PRIMARY KEY) STRICT',
    'CREATE TABLE b (x INTEGER REFERENCES a DEFERRABLE INITIALLY DEFERRED) STRICT',
  ]
  const opened = await openSqlite({ ...fresh, url: ':memory:', schema, statementTimeoutMs: 5000 })
  const until = { deadlineMs: Date.now() + 300 }
  await expect(
    opened.database.transaction((on) => on.run('INSERT INTO b VALUES (1)', []), { until }),
  ).rejects.toMatchObject({ problem: { code: 'referenced' } })
  await opened.close()
})

test('more statements than are kept prepared still answer', async () => {
  const opened = await openSqlite({ ...fresh, url: ':memory:', schema: [] })
  const before = opened.database.statementCount
  for (let at = 0; at < 1200; at++)
    expect(await opened.database.all(`SELECT ${at % 700}, ?`, [at])).toEqual([[at % 700, at]])
  expect(opened.database.statementCount - before).toBe(1200)
  await opened.close()
})

test('a URL names its file however it is spelled', () => {
  expect(
    ['file:a.db', 'file:/b/a.db', 'file:///b/a%20c.db', 'sqlite:a.db', 'sqlite:///b/a.db', 'a.db', ':memory:'].map(
      pathOf,
    ),
  ).toEqual(['a.db', '/b/a.db', '/b/a c.db', 'a.db', '/b/a.db', 'a.db', ':memory:'])
})

test('nothing is written to a file that is there no more, where SQLite itself would not tell: it writes ahead', async () => {
  const path = make('ahead.db', 'PRAGMA journal_mode = wal; CREATE TABLE a (x INTEGER)')
  const state = await openSqliteState(join(folder, 'ahead.state.db'))
  const opened = await openSqlite({ ...fresh, url: `file:${path}`, schema: null, state })
  const write = () => opened.database.transaction((transaction) => transaction.run('INSERT INTO a VALUES (?)', [1]))
  await write()
  await rm(path)
  await expect(write()).rejects.toMatchObject({ problem: { code: 'unavailable' } })
  await opened.close()
})

test('nothing is written to a file that is there no more, or is another one', async () => {
  const path = make('taken.db', 'CREATE TABLE a (x INTEGER)')
  const opened = await openSqlite({
    ...fresh,
    url: `file:${path}`,
    schema: null,
    state: await openSqliteState(join(folder, 's.db')),
  })
  const write = () => opened.database.transaction((transaction) => transaction.run('INSERT INTO a VALUES (?)', [1]))
  await write()
  expect(opened.database.isGone).toBe(false)
  renameSync(path, `${path}.old`)
  expect(opened.database.isGone).toBe(true)
  await expect(write()).rejects.toMatchObject({ problem: { code: 'unavailable' } })
  make('taken.db', 'CREATE TABLE a (x INTEGER)')
  await expect(write()).rejects.toMatchObject({ problem: { code: 'unavailable' } })
  renameSync(`${path}.old`, path)
  await write()
  await opened.close()
})
