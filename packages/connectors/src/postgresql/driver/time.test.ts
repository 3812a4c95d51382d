import { setTimeout as pause } from 'node:timers/promises'
import type { SqlTransaction } from '@charter/sql/store'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { say, temporary } from '../testing.ts'
import { openDatabase } from './database.ts'

let place: Awaited<ReturnType<typeof temporary>>
beforeAll(async () => {
  place = await temporary()
  await say(place.url, 'CREATE TABLE public.a (x integer)')
})
afterAll(() => place.remove())

const open = (connectionsMax = 10) =>
  openDatabase({ url: place.url, isReadOnly: false, statementTimeoutMs: 20_000, connectionsMax })
const inMs = (ms: number) => ({ deadlineMs: Date.now() + ms })
const timeout = { problem: { code: 'timeout' } }
const endless = 'SELECT pg_catalog.pg_sleep(600)'
const sleeping = `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND query LIKE '%pg_sleep(600)%' AND pid <> pg_backend_pid()`

/** Whether the server works on none of it any more, soon. */
const isIdle = async (): Promise<boolean> => {
  for (let tries = 0; tries < 100; tries++) {
    if (Number((await say(place.url, sleeping))[0]?.[0]) === 0) return true
    await pause(50)
  }
  return false
}

test('a read ends at its deadline, or when its client goes, on the server too', async () => {
  const database = open()
  await expect(database.all(endless, [], inMs(300))).rejects.toMatchObject(timeout)
  const left = new AbortController()
  const reading = database.all(endless, [], { ...inMs(20_000), abort: left.signal })
  setTimeout(() => left.abort(), 50)
  await expect(reading).rejects.toMatchObject(timeout)
  expect(await isIdle()).toBe(true)
  expect(await database.all('SELECT 1', [])).toEqual([[1]])
  await database.close()
})

test('who waits for a session waits no longer than its deadline', async () => {
  const database = open(3)
  const busy = Array.from({ length: 3 }, () => database.all(endless, [], inMs(1500)))
  const settled = Promise.allSettled(busy)
  await expect(database.all('SELECT 1', [], inMs(200))).rejects.toMatchObject(timeout)
  await settled
  await database.close()
})

test('a write that was cancelled while it waited for a session is not begun', async () => {
  const database = open(1)
  const [held, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = database.transaction(async (on) => {
    await on.all('SELECT 1', [])
    held.resolve()
    await go.promise
  })
  await held.promise
  const left = new AbortController()
  let isBegun = false
  const waiting = database.transaction(
    async () => {
      isBegun = true
    },
    { until: { ...inMs(20_000), abort: left.signal } },
  )
  left.abort()
  go.resolve()
  await expect(waiting).rejects.toMatchObject({ problem: { code: 'cancelled' } })
  expect(isBegun).toBe(false)
  await holding
  await database.close()
})

test('writes behind a lock and bodies that do not come back end at their deadline, and leave nothing', async () => {
  const database = open()
  const held = Promise.withResolvers<SqlTransaction>()
  const hung = database.transaction(
    async (on) => {
      await on.run('INSERT INTO public.a VALUES (1)', [])
      await on.run('LOCK TABLE public.a IN EXCLUSIVE MODE', [])
      held.resolve(on)
      await new Promise(() => {})
    },
    { until: inMs(1500) },
  )
  const kept = await held.promise
  const behind = database.transaction((on) => on.run('INSERT INTO public.a VALUES (2)', []), { until: inMs(200) })
  await expect(behind).rejects.toMatchObject(timeout)
  await expect(hung).rejects.toMatchObject(timeout)
  await expect(kept.run('INSERT INTO public.a VALUES (3)', [])).rejects.toMatchObject(timeout)
  await expect(kept.all('SELECT 1', [])).rejects.toMatchObject(timeout)
  await database.transaction((on) => on.run('INSERT INTO public.a VALUES (4)', []))
  expect(await database.all('SELECT x FROM public.a', [])).toEqual([[4]])
  await database.close()
})
