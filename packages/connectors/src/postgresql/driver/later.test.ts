import type { Sql, SqlTransaction } from '@charter/sql/store'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { say, temporary } from '../testing.ts'
import { type Connection, connect } from './connection.ts'
import { openPostgresql } from './open.ts'
import { sessions } from './sessions.ts'
import { transactionOn } from './transaction.ts'

let place: Awaited<ReturnType<typeof temporary>>
let opened: Awaited<ReturnType<typeof openPostgresql>>
beforeAll(async () => {
  place = await temporary()
  await say(
    place.url,
    `CREATE TABLE public.a (x integer PRIMARY KEY, place serial, at_most integer CHECK (at_most < 10));
     CREATE TABLE public.b (x integer REFERENCES public.a (x) DEFERRABLE INITIALLY DEFERRED)`,
  )
  opened = await openPostgresql({
    url: place.url,
    isReadOnly: false,
    schema: null,
    mayCreate: true,
    statementTimeoutMs: 2000,
  })
})
afterAll(async () => {
  await opened.close()
  await place.remove()
})

const insert = 'INSERT INTO public.a (x) VALUES (?)'
const within = (from: number) =>
  opened.database.all('SELECT x FROM public.a WHERE x >= ? AND x < ? ORDER BY place', [from, from + 10])

/** A session of its own, with every round trip that is made in it. */
const watched = async (): Promise<{ readonly session: Connection; readonly trips: string[][] }> => {
  const address = sessions.addressOf(place.url)
  const own = await connect({ address, isReadOnly: false, statementTimeoutMs: 2000, connectTimeoutMs: 2000 }, () => {})
  const trips: string[][] = []
  const word = (sql: Sql) => String(typeof sql === 'string' ? sql : sql.text).split(' ')[0] ?? ''
  const session: Connection = Object.create(own, {
    runAll: {
      value: (statements: Parameters<Connection['runAll']>[0]) => {
        trips.push(statements.map(({ sql }) => word(sql)))
        return own.runAll(statements)
      },
    },
  })
  return { session, trips }
}

test('what nobody reads goes with what is asked next, or with the end, in the order it was said', async () => {
  const { session, trips } = await watched()
  const open = transactionOn(session, { begin: 'BEGIN', path: null })
  const { later, all } = open.transaction
  await later(insert, [2])
  await later(insert, [1])
  expect(await all('SELECT x FROM public.a WHERE x < 10 ORDER BY place', [])).toEqual([[2], [1]])
  await later(insert, [0])
  open.end()
  await open.commit()
  expect(trips).toEqual([
    ['BEGIN', 'INSERT', 'INSERT', 'SELECT'],
    ['INSERT', 'COMMIT'],
  ])
  expect(await within(0)).toEqual([[2], [1], [0]])
  await session.close()
})

test('statements that are said at once share a round trip, and each has its own answer or its own failure', async () => {
  const { session, trips } = await watched()
  const open = transactionOn(session, { begin: 'BEGIN', path: null })
  const { run, all } = open.transaction
  const said = await Promise.allSettled([
    all('SELECT 7', []),
    run('INSERT INTO public.a (x) VALUES (?), (?)', [10, 11]),
    run(insert, [10]),
    all('SELECT 8', []),
  ])
  const refused = { status: 'rejected', reason: { problem: { code: 'conflict', errors: [{ path: '/x' }] } } }
  expect(said).toMatchObject([{ value: [[7]] }, { value: { changes: 2 } }, refused, refused])
  expect(trips).toEqual([['BEGIN', 'SELECT', 'INSERT', 'INSERT', 'SELECT']])
  await expect(open.commit()).rejects.toMatchObject({ problem: { code: 'conflict' } })
  expect(await open.undo()).toBe(true)
  expect(await within(10)).toEqual([])
  await session.close()
})

const failing: readonly (readonly [string, (on: SqlTransaction) => Promise<unknown>])[] = [
  ['at the end of the transaction', async () => {}],
  ['at what is asked next', (on) => on.all('SELECT 1', [])],
  ['at what is asked next, whatever the work makes of it', (on) => on.all('SELECT 1', []).catch(() => {})],
]

test.each(failing)('what fails %s undoes the whole, and says of what', async (_, then) => {
  const work = opened.database.transaction(async (on) => {
    await on.run(insert, [20])
    await on.later('INSERT INTO public.a (x, at_most) VALUES (21, ?)', [11])
    await on.later(insert, [22])
    await then(on)
  })
  await expect(work).rejects.toMatchObject({ problem: { code: 'invalid-input' } })
  const again = opened.database.transaction(async (on) => {
    await on.later(insert, [20])
    await on.later(insert, [20])
    await then(on)
  })
  await expect(again).rejects.toMatchObject({
    problem: { code: 'conflict', errors: [{ path: '/x', code: 'not-unique' }] },
  })
  expect(await within(20)).toEqual([])
})

test('what only COMMIT finds is told as before, although more went with it', async () => {
  const work = opened.database.transaction((on) => on.later('INSERT INTO public.b VALUES (?)', [999]))
  await expect(work).rejects.toMatchObject({ problem: { code: 'referenced' } })
  expect(await opened.database.all('SELECT x FROM public.b', [])).toEqual([])
})

test('a value that is none fails the transaction, and the session goes on', async () => {
  const { session } = await watched()
  const open = transactionOn(session, { begin: 'BEGIN', path: null })
  await open.transaction.later(insert, [new Date(0) as never])
  const refused = { problem: { cause: expect.any(TypeError) } }
  await expect(open.transaction.all('SELECT 1', [])).rejects.toMatchObject(refused)
  await expect(open.commit()).rejects.toMatchObject(refused)
  expect(await open.undo()).toBe(true)
  expect((await session.run('SELECT 5', [])).rows).toEqual([[5]])
  await session.close()
})

test('more than a round trip should hold is sent before, and all of it is there', async () => {
  const { session, trips } = await watched()
  const open = transactionOn(session, { begin: 'BEGIN', path: null })
  for (let at = 0; at < 120; at++) await open.transaction.later(insert, [1000 + at])
  await open.commit()
  expect(trips.length).toBe(3)
  const [count] = await opened.database.all('SELECT count(*)::integer FROM public.a WHERE x >= 1000', [])
  expect(count).toEqual([120])
  await session.close()
})

const kill = async (on: SqlTransaction): Promise<void> => {
  const [row] = await on.all('SELECT pg_backend_pid()', [])
  await say(place.url, `SELECT pg_terminate_backend(${row?.[0]}), pg_sleep(0.05)`)
}

test('a session that was lost before the end was sent has changed nothing, and that is told as sure', async () => {
  const work = opened.database.transaction(async (on) => {
    await kill(on)
    await on.later(insert, [30])
  })
  const error = await work.catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ problem: { code: 'unavailable' } })
  expect(error).not.toMatchObject({ problem: { isUndecided: true } })
  expect(await within(30)).toEqual([])
})

test('a session that is lost while the end is under way leaves it undecided', async () => {
  const { session } = await watched()
  const open = transactionOn(session, { begin: 'BEGIN', path: null })
  await open.transaction.later('SELECT pg_sleep(1)', [])
  await open.transaction.later(insert, [40])
  const ending = open.commit()
  session.destroy()
  await expect(ending).rejects.toMatchObject({ problem: { code: 'unavailable', isUndecided: true } })
})

test('what waits when the deadline is over is not done', async () => {
  const until = { deadlineMs: Date.now() + 100 }
  const work = opened.database.transaction(
    async (on) => {
      await on.later(insert, [50])
      await new Promise((resolve) => setTimeout(resolve, 300))
      await on.later(insert, [51])
    },
    { until },
  )
  await expect(work).rejects.toMatchObject({ problem: { code: 'timeout' } })
  expect(await within(50)).toEqual([])
})

test('a deadline ends what goes with the end, and nothing of it stays', async () => {
  const work = opened.database.transaction(
    async (on) => {
      await on.later(insert, [60])
      await on.later('SELECT pg_sleep(1.5)', [])
      await on.later(insert, [61])
    },
    { until: { deadlineMs: Date.now() + 200 } },
  )
  await expect(work).rejects.toMatchObject({ problem: { code: 'timeout' } })
  expect(await within(60)).toEqual([])
})

test('each of several has the time of one', async () => {
  const work = opened.database.transaction(async (on) => {
    for (let at = 0; at < 3; at++) await on.later('SELECT pg_sleep(0.9)', [])
    await on.later(insert, [70])
  })
  await work
  expect(await within(70)).toEqual([[70]])
})
