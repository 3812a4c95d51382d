import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { ProblemError } from '../../src/runtime/index.ts'
import type { Database } from '../../src/sql-store/index.ts'
import { digestOf } from '../../src/sql-store/index.ts'
import { openDatabase } from '../../src/sqlite/database.ts'
import { isLocked, sqliteError } from '../../src/sqlite/errors.ts'
import { outboxOf } from '../../src/sqlite/outbox.ts'
import { ensureSchema } from '../../src/sqlite/schema.ts'
import { turns } from '../../src/sqlite/turns.ts'

const codeOf = (error: unknown): string => (error instanceof ProblemError ? error.problem.code : String(error))
const refusedAs = (code: string) => (error: unknown) => codeOf(error) === code

/** A read of so many rows, which asks now and then whether it may go on. */
const long = (upTo: number) =>
  `WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE charter_in_time() LIMIT ${upTo}) SELECT count(*) FROM n`
/** So long that it has to be ended. */
const endless = long(1e15)

describe('SQLite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'service-'))
  const path = join(folder, 'rows.db')
  let database: Database
  before(async () => {
    database = openDatabase({ path, isReadOnly: false, isOwned: true, waitMs: 6000 })
    await database.transaction(async (on) => {
      await on.run(
        'CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT NOT NULL CHECK (length(a) < 5), b INTEGER UNIQUE, r INTEGER REFERENCES t(id)) STRICT',
        [],
      )
      await on.run("CREATE TRIGGER no BEFORE DELETE ON t BEGIN SELECT RAISE(ABORT, 'no'); END", [])
      await on.run('CREATE TABLE q (id INTEGER PRIMARY KEY, r INTEGER REFERENCES t(id) ON DELETE RESTRICT) STRICT', [])
      await on.run("INSERT INTO t VALUES (1, 'a', 1, NULL)", [])
    })
  })
  after(async () => {
    await database.close()
    rmSync(folder, { recursive: true })
  })

  test('what the database refuses is told by what it means', async () => {
    const run = (sql: string) => database.transaction((on) => on.run(sql, []))
    const refused: readonly (readonly [string, string, (readonly string[])?])[] = [
      ["INSERT INTO t VALUES (2, 'a', 1, NULL)", 'conflict', ['/b not-unique']],
      ["INSERT INTO t VALUES (1, 'a', 2, NULL)", 'conflict', ['/id not-unique']],
      ['INSERT INTO t VALUES (2, NULL, 2, NULL)', 'invalid-input', ['/a required']],
      ["INSERT INTO t VALUES (2, 'aaaaa', 2, NULL)", 'invalid-input'],
      ["INSERT INTO t VALUES (2, 'a', 'x', NULL)", 'invalid-input', ['/b wrong-type']],
      ['DELETE FROM t WHERE id = 1', 'invalid-input'],
      ["INSERT INTO t VALUES (2, 'a', 2, 99)", 'referenced'],
    ]
    for (const [sql, code, errors] of refused)
      await rejects(run(sql), (error) => {
        ok(error instanceof ProblemError)
        deepEqual(
          [sql, error.problem.code, error.problem.errors?.map((each) => `${each.path} ${each.code}`)],
          [sql, code, errors],
        )
        return true
      })
    for (const wrong of ['SELECT', 'DELETE FROM nowhere'])
      await rejects(run(wrong), (error) => !(error instanceof ProblemError))
    equal((await database.all('SELECT count(*) FROM t', []))[0]?.[0], 1)
  })

  test('each failure of SQLite has its meaning by its code', () => {
    const meant: readonly (readonly [number, string | null])[] = [
      [5, 'unavailable'],
      [6, 'unavailable'],
      [8, 'unavailable'],
      [10, 'unavailable'],
      [11, 'unavailable'],
      [13, 'unavailable'],
      [14, 'unavailable'],
      [23, 'unavailable'],
      [26, 'unavailable'],
      [261, 'unavailable'],
      [778, 'unavailable'],
      [787, 'referenced'],
      [1555, 'conflict'],
      [2067, 'conflict'],
      [2579, 'conflict'],
      [275, 'invalid-input'],
      [1299, 'invalid-input'],
      [1811, 'invalid-input'],
      [3091, 'invalid-input'],
      [1, null],
      [21, null],
      [20, null],
    ]
    for (const [errcode, code] of meant) {
      const found = sqliteError(Object.assign(new Error('words'), { errcode }))
      deepEqual([errcode, found instanceof ProblemError ? found.problem.code : null], [errcode, code])
      if (code === 'unavailable') equal(found instanceof ProblemError && found.problem.retryAfterSeconds, 1)
      equal(isLocked(Object.assign(new Error('words'), { errcode })), (errcode & 0xff) === 5)
    }
    for (const other of [new Error('a bug'), 'text', Object.assign(new Error('x'), { errcode: '5' }), { errcode: 5 }]) {
      equal(sqliteError(other), other)
      equal(isLocked(other), false)
    }
  })

  test('a long read ends at its deadline, or when nobody waits for it, and lets others through', async () => {
    const aborting = new AbortController()
    const said = Promise.all([
      database.all(endless, [], { deadlineMs: Date.now() + 300 }).catch(codeOf),
      database.all(endless, [], { abort: aborting.signal }).catch(codeOf),
    ])
    const waiting = database.all(long(300_000), [])
    setTimeout(() => aborting.abort(), 100)
    equal((await database.all('SELECT 1', []))[0]?.[0], 1)
    deepEqual(await said, ['timeout', 'cancelled'])
    equal((await waiting)[0]?.[0], 300_000)
    await rejects(database.all(endless, [], { abort: AbortSignal.abort() }), refusedAs('cancelled'))
    await rejects(database.all(`SELECT nothing FROM (${endless})`, []), (error) => !(error instanceof ProblemError))
    await rejects(
      database.transaction((on) => on.all(endless, []), { until: { deadlineMs: Date.now() + 200 } }),
      refusedAs('timeout'),
    )
  })

  test('many long reads wait for one another, and too many are refused', async () => {
    const asked = Array.from({ length: 105 }, () =>
      database.all(endless, [], { deadlineMs: Date.now() + 400 }).then(() => 'read', codeOf),
    )
    const said = await Promise.all(asked)
    deepEqual([...new Set(said)].sort(), ['timeout', 'unavailable'])
    ok(said.filter((each) => each === 'unavailable').length >= 3)
    // Those who worked were ended; others begin.
    equal((await database.all(long(200_000), []))[0]?.[0], 200_000)
  })

  test('a write waits for another process, as long as it may', async () => {
    const other = new DatabaseSync(path)
    other.exec('BEGIN IMMEDIATE')
    const write = (deadlineMs?: number) =>
      database.transaction(async (on) => on.run('UPDATE t SET b = 1', []), {
        until: deadlineMs === undefined ? {} : { deadlineMs },
      })
    await rejects(write(Date.now() + 100), refusedAs('timeout'))
    const patient = write()
    const queued = rejects(write(Date.now() + 50), refusedAs('timeout'))
    ok(database.waitingSinceMs !== null)
    await queued
    setTimeout(() => other.exec('ROLLBACK'), 100)
    equal((await patient).changes, 1)
    other.exec('BEGIN IMMEDIATE')
    await rejects(write(), refusedAs('unavailable'))
    other.exec('ROLLBACK')
    other.close()
  })

  test('a transaction that has ended takes no more statements, and one that failed leaves nothing', async () => {
    let kept: { run(sql: string, params: readonly never[]): Promise<unknown> } | undefined
    await database.transaction(async (on) => {
      kept = on
    })
    await rejects(kept?.run('UPDATE t SET b = 7', []) ?? Promise.resolve(), refusedAs('timeout'))
    await rejects(
      database.transaction(async (on) => {
        await on.run('UPDATE t SET b = 7', [])
        throw new Error('no')
      }),
    )
    equal((await database.all('SELECT b FROM t', []))[0]?.[0], 1)
    const never = database.transaction(() => new Promise<never>(() => {}), { until: { deadlineMs: Date.now() + 50 } })
    await rejects(never, refusedAs('timeout'))
    const reading = openDatabase({ path, isReadOnly: true, isOwned: false, waitMs: 100 })
    await rejects(
      reading.transaction(async () => {}),
      refusedAs('unavailable'),
    )
    await reading.close()
    const inMemory = openDatabase({ path: ':memory:', isReadOnly: false, isOwned: true, waitMs: 100 })
    await rejects(inMemory.all(endless, []), refusedAs('timeout'))
    await inMemory.all('SELECT 1', [])
    equal(inMemory.statementCount, 2)
    await inMemory.close()
  })

  test('work is done one at a time, and whoever waits too long is not waited for', async () => {
    const turn = turns()
    equal(turn.waitingSinceMs, null)
    const done: string[] = []
    let letGo = () => {}
    const first = turn.take(() => new Promise<void>((resolve) => (letGo = resolve)))
    const second = turn.take(async () => void done.push('second'))
    const others = Promise.all(
      [
        turn.take(async () => done.push('late'), { deadlineMs: Date.now() + 30 }),
        turn.take(() => Promise.reject(new Error('no'))),
        turn.take(async () => done.push('last')),
      ].map((each) => each.then(() => 'done', codeOf)),
    )
    ok(turn.waitingSinceMs !== null)
    await new Promise((resolve) => setTimeout(resolve, 60))
    letGo()
    await Promise.all([first, second])
    deepEqual(await others, ['timeout', 'Error: no', 'done'])
    deepEqual(done, ['second', 'last'])
  })

  test('changes are read after a position, and a position that never was is told', async () => {
    await database.transaction((on) =>
      on.run(
        'CREATE TABLE "_charter_outbox" ("position" INTEGER PRIMARY KEY AUTOINCREMENT, "at_ms" INTEGER NOT NULL, "changes" TEXT NOT NULL) STRICT',
        [],
      ),
    )
    const outbox = outboxOf(database, (given, work) => (given ? work(given) : database.transaction(work)))
    const change = { entity: 'T', change: 'created', key: { id: '1' }, tenant: null } as const
    deepEqual(
      [await outbox.newestChange(), await outbox.changesAfter('0', 10), await outbox.changesAfter('1', 10)],
      ['0', [], null],
    )
    for (const atMs of [1, 2]) await database.transaction((on) => outbox.appendChanges({ atMs, changes: [change] }, on))
    deepEqual(await outbox.changesAfter('1', 10), [{ position: '2', atMs: 2, changes: [change] }])
    deepEqual(
      [await outbox.newestChange(), await outbox.changesAfter('2', 10), await outbox.changesAfter('3', 10)],
      ['2', [], null],
    )
  })

  test('a file of another structure is not taken', async () => {
    const open = async (name: string, ...said: readonly string[]) => {
      const file = openDatabase({ path: join(folder, name), isReadOnly: false, isOwned: true, waitMs: 100 })
      for (const sql of said) await file.transaction((on) => on.run(sql, []))
      return file
    }
    const schema = ['-- structure {"name":"x"}', 'CREATE TABLE x (a TEXT) STRICT']
    const file = await open('new.db')
    await ensureSchema(file, schema)
    await ensureSchema(file, schema)
    await rejects(ensureSchema(file, ['CREATE TABLE y (a TEXT) STRICT']), refusedAs('unavailable'))
    const set = (name: string, value: string) =>
      file.transaction((on) => on.run('INSERT OR REPLACE INTO "_charter_meta" VALUES (?, ?)', [name, value]))
    await set('schema before', digestOf(schema))
    await set('schema', 'another')
    await ensureSchema(file, schema)
    await set('schema before', 'another')
    await rejects(ensureSchema(file, schema), refusedAs('unavailable'))
    await file.close()
    const foreign = await open('foreign.db', 'CREATE TABLE somebodys (a TEXT)')
    await rejects(ensureSchema(foreign, schema), refusedAs('unavailable'))
    await foreign.close()
  })
})
