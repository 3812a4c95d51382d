import { type AuditEntry, ProblemError } from '@charter/runtime'
import type { OpenOptions } from '@charter/sql/server'
import type { SqlTransaction } from '@charter/sql/store'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { say, temporary } from '../testing.ts'
import { openPostgresql, openPostgresqlState } from './open.ts'

let place: Awaited<ReturnType<typeof temporary>>
let elsewhere: Awaited<ReturnType<typeof temporary>>
beforeAll(async () => {
  place = await temporary()
  elsewhere = await temporary()
  await say(place.url, 'CREATE TABLE public.a (x integer PRIMARY KEY, y text UNIQUE, z integer CHECK (z < 9))')
})
afterAll(async () => {
  await place.remove()
  await elsewhere.remove()
})

const open = async (more: Partial<OpenOptions> = {}) => {
  const state = more.state ?? (await openPostgresqlState(elsewhere.url))
  return openPostgresql({ url: place.url, isReadOnly: false, schema: null, statementTimeoutMs: 2000, ...more, state })
}

const catalogue = `SELECT string_agg(n.nspname || '.' || c.relname, ' ' ORDER BY 1) FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname !~ '^(pg_|information_schema)'`

/** A session that waits for another's next step. */
const signal = () => {
  let go = () => {}
  const reached = new Promise<void>((resolve) => {
    go = resolve
  })
  return { go: () => go(), reached }
}

test('nothing is created in an attached database that has a state of its own', async () => {
  const before = await say(place.url, catalogue)
  const opened = await open()
  await opened.database.transaction((on) => on.run('INSERT INTO public.a (x) VALUES (?)', [1]))
  await opened.state.appendAudit([entry('1')], null)
  await opened.close()
  expect(await say(place.url, catalogue)).toEqual(before)
  expect(opened.state.isTransactional).toBe(false)
  expect(String(await say(elsewhere.url, catalogue))).toContain('charter_state.audit')
})

test('the source holds the state where it is asked to, and a schema of that name from elsewhere is refused', async () => {
  const own = await temporary()
  const given = { url: own.url, isReadOnly: false, schema: null, mayCreate: true, statementTimeoutMs: 2000 } as const
  await say(own.url, 'CREATE SCHEMA charter_state; CREATE TABLE charter_state.mine (x int)')
  await expect(openPostgresql(given)).rejects.toMatchObject({
    cause: { message: expect.stringContaining('Rename it') },
  })
  await say(own.url, 'DROP SCHEMA charter_state CASCADE')
  const opened = await Promise.all([openPostgresql(given), openPostgresql(given)])
  expect(opened.map(({ state }) => state.isTransactional)).toEqual([true, true])
  for (const each of opened) await each.close()
  // Where its tables are, nothing need be made.
  await (await openPostgresql({ ...given, mayCreate: false })).close()
  await own.remove()
})

test('a database of ours is made once by replicas that start together, and only where there is nothing', async () => {
  const own = await temporary()
  const schema = ['CREATE TABLE public.b (x integer)']
  const given = { url: own.url, isReadOnly: false, schema, statementTimeoutMs: 5000 }
  const opened = await Promise.all(Array.from({ length: 4 }, () => openPostgresql(given)))
  for (const each of opened) await each.close()
  expect(String(await say(own.url, catalogue))).toContain('public.b')
  await own.remove()
  await expect(open({ schema })).rejects.toMatchObject({ problem: { code: 'unavailable' } })
})

test('a statement that runs too long is ended, in a transaction too, and the session goes on', async () => {
  const opened = await open({ statementTimeoutMs: 700, connectionsMax: 1 })
  const timeout = { problem: { code: 'timeout' } }
  await expect(opened.database.all('SELECT pg_sleep(5)', [])).rejects.toMatchObject(timeout)
  await expect(opened.database.transaction((on) => on.all('SELECT pg_sleep(5)', []))).rejects.toMatchObject(timeout)
  expect(await opened.database.all('SELECT ?::integer', [7])).toEqual([[7]])
  await opened.close()
})

test('work beyond the bound waits, and is unavailable when nothing comes free', async () => {
  const opened = await open({ connectionsMax: 3, waitMs: 500 })
  const { go, reached } = signal()
  const holding = opened.database.transaction(async (on) => {
    await on.all('SELECT 1', [])
    await reached
  })
  await expect(opened.database.transaction((on) => on.all('SELECT 1', []))).rejects.toMatchObject({
    problem: { code: 'unavailable', retryAfterSeconds: 1 },
  })
  // Reads beside a transaction have sessions left to them.
  expect(await opened.database.all('SELECT 2', [])).toEqual([[2]])
  go()
  await holding
  expect(await opened.database.transaction((on) => on.all('SELECT 3', []))).toEqual([[3]])
  await opened.close()
})

test('a session that is lost in a transaction is unavailable, and the next work gets another', async () => {
  const opened = await open({ connectionsMax: 3 })
  const killed = opened.database.transaction(async (on) => {
    const [row] = await on.all('SELECT pg_backend_pid()', [])
    await say(place.url, `SELECT pg_terminate_backend(${row?.[0]})`)
    await on.run('INSERT INTO public.a (x) VALUES (99)', [])
  })
  await expect(killed).rejects.toMatchObject({ problem: { code: 'unavailable' } })
  expect(await opened.database.all('SELECT 1 FROM public.a WHERE x = 99', [])).toEqual([])
  // It was the one session that may write: its place is free again.
  const next = opened.database.transaction((on) => on.all('SELECT 3', []), { until: { deadlineMs: Date.now() + 5000 } })
  expect(await next).toEqual([[3]])
  // An idle one that the server ended is noticed too.
  const [idle] = await opened.database.all('SELECT pg_backend_pid()', [])
  await say(place.url, `SELECT pg_terminate_backend(${idle?.[0]}), pg_sleep(0.05)`)
  expect(await opened.database.all('SELECT 4', [])).toEqual([[4]])
  await opened.close()
})

test('failures are problems, whose sentences hold no value and no words of PostgreSQL', async () => {
  const opened = await open()
  const run = async (sql: string) => {
    try {
      await opened.database.transaction((on) => on.run(sql, []))
      return null
    } catch (error) {
      return error instanceof ProblemError ? error.problem : error
    }
  }
  await run(`INSERT INTO public.a (x, y) VALUES (5, 'secret')`)
  const taken = await run(`INSERT INTO public.a (x, y) VALUES (6, 'secret')`)
  expect(taken).toMatchObject({ code: 'conflict', errors: [{ path: '/y', code: 'not-unique' }] })
  expect(JSON.stringify({ ...(taken as object), cause: null })).not.toContain('secret')
  expect(await run('INSERT INTO public.a (x) VALUES (NULL)')).toMatchObject({
    code: 'invalid-input',
    errors: [{ path: '/x' }],
  })
  expect(await run('INSERT INTO public.a (x, z) VALUES (7, 10)')).toMatchObject({ code: 'invalid-input' })
  expect(await run(`INSERT INTO public.a (x) VALUES ('many')`)).toMatchObject({ code: 'invalid-input' })
  expect(await run('INSERT INTO public.a (x) VALUES (99999999999)')).toMatchObject({ code: 'invalid-input' })
  expect(await run('SELECT * FROM public.nowhere')).toMatchObject({
    code: 'internal',
    cause: { message: expect.stringContaining('does not exist') },
  })
  expect(await run('SELECT FROM FROM')).toMatchObject({ message: expect.stringContaining('syntax error') })
  const reader = await open({ isReadOnly: true })
  await expect(reader.database.all('DELETE FROM public.a', [])).rejects.toMatchObject({
    problem: { code: 'unavailable' },
  })
  await expect(reader.database.transaction((on) => on.all('SELECT 1', []))).rejects.toMatchObject({
    problem: { code: 'unavailable' },
  })
  await reader.close()
  await opened.close()
})

test('reads go to the replicas in turn, and to the server itself when none answers', async () => {
  const copy = await temporary()
  await say(copy.url, 'CREATE TABLE public.a (x integer); INSERT INTO public.a VALUES (-1)')
  const replicaUrls = [copy.url, 'postgres://charter@127.0.0.1:1/none']
  const opened = await open({ replicaUrls })
  const least = async () => (await opened.database.all('SELECT min(x) FROM public.a', []))[0]?.[0]
  expect([await least(), await least(), await least()]).toEqual([-1, -1, -1])
  expect(await opened.database.transaction((on) => on.all('SELECT min(x) FROM public.a', []))).toEqual([[1]])
  await copy.remove()
  expect(await least()).toBe(1)
  await opened.close()
})

test('a table that changes under a prepared statement is read on', async () => {
  const opened = await open({ connectionsMax: 1 })
  await say(place.url, 'CREATE TABLE public.changing (x int); INSERT INTO public.changing VALUES (1)')
  const read = () => opened.database.all('SELECT * FROM public.changing', [])
  expect(await read()).toEqual([[1]])
  await say(place.url, `ALTER TABLE public.changing ADD y text DEFAULT 'new'`)
  expect(await read()).toEqual([[1, 'new']])
  await say(place.url, 'ALTER TABLE public.changing DROP y')
  expect(
    await opened.database.transaction((on) => on.all('SELECT * FROM public.changing', []), { isRepeatable: true }),
  ).toEqual([[1]])
  await opened.close()
})

test('a statement that is not prepared there any more, as behind a pooler, is prepared again', async () => {
  const opened = await open({ connectionsMax: 1 })
  const read = () => opened.database.all('SELECT 8', [])
  expect(await read()).toEqual([[8]])
  await opened.database.all('DEALLOCATE ALL', [])
  expect(await read()).toEqual([[8]])
  await opened.close()
})

test('more statements than are kept prepared still answer, and the others are closed', async () => {
  const opened = await open({ connectionsMax: 1 })
  for (let at = 0; at < 700; at++)
    expect(await opened.database.all(`SELECT ${at % 500}, ?::integer`, [at])).toEqual([[at % 500, at]])
  const [count] = await opened.database.all('SELECT count(*)::integer FROM pg_prepared_statements', [])
  expect(Number(count?.[0])).toBeLessThanOrEqual(201)
  await opened.close()
})

test('values are spelled alike whatever the server, the database or the user is set to', async () => {
  await say(
    place.url,
    `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET TimeZone = ''Asia/Tokyo''', current_database()); EXECUTE format('ALTER DATABASE %I SET IntervalStyle = ''sql_standard''', current_database()); EXECUTE format('ALTER DATABASE %I SET bytea_output = ''escape''', current_database()); END $$`,
  )
  const opened = await open()
  expect(
    await opened.database.all(
      `SELECT '2024-01-01 00:00Z'::timestamptz, '1 day'::interval, '\\x00ff'::bytea, true, 'NaN'::float8, 1.5::real, 9007199254740993, '?', "?" FROM (SELECT 1 AS "?") AS s -- ?`,
      [],
    ),
  ).toEqual([['2024-01-01 00:00:00+00', 'P1D', Buffer.from([0, 255]), 1, Number.NaN, 1.5, '9007199254740993', '?', 1]])
  await opened.close()
})

const entry = (id: string): AuditEntry => ({
  id,
  at: '2026-01-01T00:00:00Z',
  operation: 'Patient.read',
  entity: 'Patient',
  key: 'k',
  tenant: null,
  principal: 'p',
  roles: [],
  credential: 'jwt',
  origin: { style: 'rest', address: null, requestId: 'r' },
  outcome: 'ok',
  fields: [],
  rows: null,
  rule: null,
  mode: 'durable',
  intent: null,
})

test('entries that commit out of order are all drained, once, by whichever replica', async () => {
  const own = await temporary()
  const given = { url: own.url, isReadOnly: false, schema: null, mayCreate: true, statementTimeoutMs: 5000 }
  const [one, other] = [await openPostgresql(given), await openPostgresql(given)]
  const drained: string[] = []
  const drain = async ({ state }: typeof one) => {
    const pending = await state.pendingAudit(10)
    drained.push(...pending.map(({ body }) => (JSON.parse(body) as AuditEntry).id))
    const last = pending.at(-1)
    if (last) await state.markDrained(last.position)
    return pending.length
  }
  const { go, reached } = signal()
  const [stored, late] = [signal(), signal()]
  const slow = one.database.transaction(async (on: SqlTransaction) => {
    await one.state.appendAudit([entry('early position, late commit')], on)
    stored.go()
    await reached
  })
  const ended = slow.finally(() => late.go())
  await stored.reached
  await other.state.appendAudit([entry('late position, early commit')], null)
  expect(await drain(one)).toBe(1)
  go()
  await late.reached
  await ended
  expect(await drain(other)).toBe(1)
  expect(drained).toEqual(['late position, early commit', 'early position, late commit'])
  // What one has taken and not marked yet is not given to the other.
  await one.state.appendAudit([entry('5')], null)
  expect((await one.state.pendingAudit(10)).length).toBe(1)
  expect(await other.state.pendingAudit(10)).toEqual([])
  expect((await one.state.pendingAudit(10)).length).toBe(1)
  await Promise.all(
    Array.from({ length: 60 }, (_, at) => (at % 2 ? one : other).state.appendAudit([entry(`n${at}`)], null)),
  )
  drained.length = 0
  for (let rounds = 0; rounds < 12; rounds++) await Promise.all([drain(one), drain(other)])
  expect(drained.length).toBe(61)
  expect(new Set(drained).size).toBe(61)
  await one.close()
  await other.close()
  await own.remove()
})

test('of two twins with one idempotency key, one writes and the other finds its answer', async () => {
  const own = await temporary()
  const opened = await openPostgresql({
    url: own.url,
    isReadOnly: false,
    schema: null,
    mayCreate: true,
    statementTimeoutMs: 5000,
  })
  await say(own.url, 'CREATE TABLE public.made (x int)')
  const twin = () =>
    opened.database.transaction(
      async (on) => {
        if (await opened.state.findIdempotency('s', on)) return 'replayed'
        await on.run('INSERT INTO public.made VALUES (1)', [])
        await opened.state.saveIdempotency({ scope: 's', input: 'i', savedAtMs: 1, outcome: { value: null } }, on)
        return 'done'
      },
      { isRepeatable: true },
    )
  const answers = await Promise.all([twin(), twin(), twin()])
  expect(answers.sort()).toEqual(['done', 'replayed', 'replayed'])
  expect(await opened.database.all('SELECT count(*)::integer FROM public.made', [])).toEqual([[1]])
  await opened.close()
  await own.remove()
})

test('a server that cannot be reached, or does not know the user or database, is unavailable', async () => {
  const bad = [
    'postgres://charter@127.0.0.1:1/none',
    place.url.replace(/\/[^/]*$/, '/no_such_database'),
    place.url.replace('charter@', 'nobody_at_all@'),
    `${place.url}?sslmode=require`,
  ]
  for (const url of bad)
    await expect(
      openPostgresql({ url, isReadOnly: false, schema: null, statementTimeoutMs: 500 }),
    ).rejects.toMatchObject({
      problem: { code: 'unavailable' },
    })
  const preferring = await openPostgresql({
    url: `${place.url}?sslmode=prefer`,
    isReadOnly: true,
    schema: null,
    statementTimeoutMs: 500,
    state: await openPostgresqlState(elsewhere.url),
  })
  expect(await preferring.database.all('SELECT 1', [])).toEqual([[1]])
  await preferring.close()
})

test('a server that cannot be reached, or lets nobody in, says what to do', async () => {
  const causeOf = async (url: string) =>
    openPostgresql({ url, isReadOnly: false, schema: null, statementTimeoutMs: 2000 }).then(
      () => 'opened',
      (error) => (error instanceof ProblemError && error.problem.code === 'unavailable' ? error.problem.cause : error),
    )
  expect(await causeOf('postgres://charter@127.0.0.1:1/none')).toMatchObject({
    message: 'Nothing listens at 127.0.0.1:1. Start PostgreSQL there, or correct host and port in the URL.',
  })
  expect(await causeOf(place.url.replace(/\/[^/]*$/, '/nowhere_at_all'))).toMatchObject({
    message: expect.stringMatching(
      /^There is no database "nowhere_at_all" at .+ Correct the name at the end of the URL\.$/,
    ),
  })
})

test('unless more are asked for there are ten sessions, however much is to be done', async () => {
  const opened = await open({ url: `${place.url}?application_name=busy` })
  const mine = `SELECT pg_sleep(0.02), count(*)::integer FROM pg_stat_activity WHERE application_name = 'busy'`
  const seen = await Promise.all(Array.from({ length: 40 }, () => opened.database.all(mine, [])))
  expect(Math.max(...seen.map(([row]) => Number(row?.[1])))).toBeLessThanOrEqual(10)
  await opened.close()
})

test('no session is left open when all is closed, and none is opened then', async () => {
  const opened = await open({ url: `${place.url}?application_name=left` })
  await Promise.all(Array.from({ length: 30 }, () => opened.database.all('SELECT pg_sleep(0.001)', [])))
  await opened.close()
  await expect(opened.database.all('SELECT 1', [])).rejects.toMatchObject({ problem: { code: 'unavailable' } })
  const client = new pg.Client({ connectionString: place.url })
  await client.connect()
  const others = `SELECT count(*)::integer AS n FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'left'`
  // The server takes a moment to notice that a session has ended.
  await expect.poll(async () => (await client.query(others)).rows).toEqual([{ n: 0 }])
  await client.end()
})
