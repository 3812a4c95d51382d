import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import type { SqlTransaction } from '@charter/sql/store'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSqlite, openSqliteState } from './open.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'charter-time-'))
})
afterAll(() => rm(folder, { recursive: true }))

const schema = ['CREATE TABLE a (x INTEGER) STRICT']
const open = (name: string) => openSqlite({ url: name, isReadOnly: false, schema, statementTimeoutMs: 20_000 })
const inMs = (ms: number) => ({ deadlineMs: Date.now() + ms })
const timeout = { problem: { code: 'timeout' } }

/** So many rows, looked at one by one as a statement of a service looks at its own. */
const rows = (count: number): string =>
  `SELECT count(*) FROM (WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < ${count}) SELECT x FROM n) AS t WHERE (random() & 63 OR charter_in_time())`
const endless = rows(1e12)

/** Turns of the event loop while something is waited for. */
const turnsDuring = async (work: Promise<unknown>): Promise<number> => {
  let turns = 0
  const timer = setInterval(() => turns++, 10)
  await work.catch(() => {})
  clearInterval(timer)
  return turns
}

test('a long read goes on in another process, gives the same, and everything else goes on here', async () => {
  const opened = await open(join(folder, 'long.db'))
  let found: unknown
  const turns = await turnsDuring(
    opened.database.all(rows(5_000_000), []).then((given) => {
      found = given
    }),
  )
  expect(found).toEqual([[5_000_000]])
  expect(turns).toBeGreaterThan(10)
  expect(opened.database.statementCount).toBeGreaterThan(0)
  await opened.close()
})

test('what a long read fails with in another process it fails with here', async () => {
  const opened = await open(join(folder, 'failing.db'))
  // Past 64 bits, which shows when all has been looked at.
  const failing = `SELECT sum(x) FROM (SELECT 9223372036854775807 AS x UNION ALL SELECT (${rows(3_000_000)}))`
  await expect(opened.database.all(failing, [], inMs(20_000))).rejects.toThrow('integer overflow')
  expect(await opened.database.all('SELECT 1', [])).toEqual([[1]])
  await opened.close()
})

test('a read that never ends is ended at its deadline, and the next one is answered', async () => {
  const opened = await open(join(folder, 'endless.db'))
  for (let at = 0; at < 2; at++)
    await expect(opened.database.all(endless, [], inMs(300))).rejects.toMatchObject(timeout)
  const left = new AbortController()
  const reading = opened.database.all(endless, [], { ...inMs(20_000), abort: left.signal })
  left.abort()
  await expect(reading).rejects.toMatchObject({ problem: { code: 'cancelled' } })
  const many = Array.from({ length: 6 }, () => opened.database.all(endless, [], inMs(400)))
  for (const each of await Promise.allSettled(many)) expect(each).toMatchObject({ status: 'rejected', reason: timeout })
  expect(await opened.database.all(rows(3_000_000), [])).toEqual([[3_000_000]])
  await opened.close()
})

test('where a read cannot go elsewhere, in memory and in a transaction, it is ended here', async () => {
  const memory = await open(':memory:')
  await expect(memory.database.all(endless, [], inMs(100))).rejects.toMatchObject(timeout)
  await memory.close()
  const opened = await open(join(folder, 'inside.db'))
  const inside = opened.database.transaction((on) => on.all(endless, []), { until: inMs(100) })
  await expect(inside).rejects.toMatchObject(timeout)
  await opened.close()
})

test('many short reads are not one long one: everything else has its turn between them, in a transaction too', async () => {
  const opened = await open(join(folder, 'short.db'))
  const short = rows(10_000)
  expect(
    await turnsDuring(Promise.all(Array.from({ length: 300 }, () => opened.database.all(short, [])))),
  ).toBeGreaterThan(10)
  const inside = opened.database.transaction(async (on) => {
    for (let at = 0; at < 300; at++) await on.all(short, [])
  })
  expect(await turnsDuring(inside)).toBeGreaterThan(10)
  await opened.close()
})

test('long reads of one transaction have a second together, which is then over', async () => {
  const opened = await open(join(folder, 'together.db'))
  // Each is longer than a slice (what is shorter does not count), and far from a second, also on a busy machine.
  const countMax = 10_000
  let count = 0
  const reading = opened.database.transaction(async (on) => {
    for (; count < countMax; count++) await on.all(rows(400_000), [])
  })
  await expect(reading).rejects.toMatchObject(timeout)
  expect([count > 0, count < countMax]).toEqual([true, true])
  expect(await opened.database.all('SELECT 1', [])).toEqual([[1]])
  await opened.close()
})

test('a body that does not come back is not waited for, and can do nothing more with its transaction', async () => {
  const opened = await open(join(folder, 'hung.db'))
  const hung = Promise.withResolvers<SqlTransaction>()
  const body = opened.database.transaction(
    async (on) => {
      await on.run('INSERT INTO a VALUES (1)', [])
      hung.resolve(on)
      await new Promise(() => {})
    },
    { until: inMs(200) },
  )
  const next = opened.database.transaction((on) => on.run('INSERT INTO a VALUES (2)', []), { until: inMs(20_000) })
  const late = opened.database.transaction((on) => on.run('INSERT INTO a VALUES (3)', []), { until: inMs(50) })
  await hung.promise
  expect(opened.database.waitingSinceMs).toBeGreaterThan(0)
  await expect(late).rejects.toMatchObject(timeout)
  await expect(body).rejects.toMatchObject(timeout)
  expect(await next).toEqual({ changes: 1 })
  const kept = await hung.promise
  await expect(kept.run('INSERT INTO a VALUES (4)', [])).rejects.toMatchObject(timeout)
  await expect(kept.all('SELECT 1', [])).rejects.toMatchObject(timeout)
  expect(await opened.database.all('SELECT x FROM a', [])).toEqual([[2]])
  expect(opened.database.waitingSinceMs).toBeNull()
  await opened.close()
})

test('writes that wait for a lock each end by their own deadline, and do not hold this process', async () => {
  const path = join(folder, 'locked.db')
  const opened = await open(path)
  const other = new DatabaseSync(path)
  other.exec('BEGIN IMMEDIATE')
  const writes = Array.from({ length: 5 }, () =>
    expect(
      opened.database.transaction((on) => on.run('INSERT INTO a VALUES (1)', []), { until: inMs(1000) }),
    ).rejects.toMatchObject(timeout),
  )
  // One after the other they would take five seconds.
  const all = Promise.race([Promise.all(writes), pause(4000, 'too late')])
  expect(await turnsDuring(all)).toBeGreaterThan(10)
  expect(await all).not.toBe('too late')
  other.exec('COMMIT')
  other.close()
  expect(await opened.database.transaction((on) => on.run('INSERT INTO a VALUES (1)', []))).toEqual({ changes: 1 })
  await opened.close()
})

test('a write that is cancelled while it waits, for another process or for its turn, is not done', async () => {
  const path = join(folder, 'cancelled.db')
  const opened = await open(path)
  const other = new DatabaseSync(path)
  other.exec('BEGIN IMMEDIATE')
  const left = new AbortController()
  const writes = ['for another process', 'for its turn'].map(() =>
    opened.database.transaction((on) => on.run('INSERT INTO a VALUES (1)', []), { until: { abort: left.signal } }),
  )
  left.abort()
  other.exec('COMMIT')
  other.close()
  for (const each of writes) await expect(each).rejects.toMatchObject({ problem: { code: 'cancelled' } })
  expect(await opened.database.all('SELECT x FROM a', [])).toEqual([])
  await opened.close()
})

test('a read that another process keeps out waits for it, and does not hold this process', async () => {
  const path = join(folder, 'kept-out.db')
  const theirs = new DatabaseSync(path)
  theirs.exec('CREATE TABLE a (x INTEGER); INSERT INTO a VALUES (1)')
  const state = await openSqliteState(':memory:')
  const opened = await openSqlite({ url: path, isReadOnly: true, state, schema: null, statementTimeoutMs: 20_000 })
  theirs.exec('BEGIN EXCLUSIVE')
  const reading = opened.database.all('SELECT x FROM a', [])
  expect(await Promise.race([reading, pause(300, 'waits')])).toBe('waits')
  theirs.exec('COMMIT')
  theirs.close()
  expect(await reading).toEqual([[1]])
  await opened.close()
})
