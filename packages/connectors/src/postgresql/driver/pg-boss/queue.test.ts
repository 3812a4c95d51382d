import type { TemporaryDatabase } from '@charter/charter'
import type { Work } from '@charter/runtime'
import { stepsOf } from '@charter/sql/store'
import { PgBoss, TestClock } from 'pg-boss'
import * as vitest from 'vitest'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { under } from '../../../conformance/harness.ts'
import { holdMs, major, queueConformance } from '../../../conformance/queue-conformance.ts'
import { temporary } from '../../testing.ts'
import { openDatabase } from '../database.ts'
import { dialect, openState } from '../state.ts'
import type { Boss } from './boss.ts'
import { moveOver } from './move-over.ts'
import { bossQueue, makeQueues } from './queue.ts'
import { bossSchema } from './schema.ts'

let made: TemporaryDatabase
const closing: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  made = await temporary()
})
afterAll(async () => {
  for (const close of closing.reverse()) await close()
  await made.remove()
})

/** A process on a database whose clock is the test's: in its own sessions by pg-boss, in those of the service by their address. */
const openProcess = async ({ clock, skewMs = 0 }: { readonly clock: TestClock; readonly skewMs?: number }) => {
  const url = new URL(made.url)
  url.searchParams.set('options', '-c pgboss.test_clock=on')
  const database = openDatabase({ url: url.href, isReadOnly: false, statementTimeoutMs: 5000 })
  const state = await openState({ url: made.url, database: database.primary, isTransactional: true, mayCreate: true })
  const upkeep = { supervise: false, monitorIntervalSeconds: 1, schedule: false, registerInstance: false }
  const own = new PgBoss({ connectionString: made.url, schema: bossSchema, clock, ...upkeep })
  own.on('error', (error) => Promise.reject(error))
  await own.start()
  closing.push(() => database.close())
  // What the library declares of its answers is less than it gives.
  const boss = own as unknown as Boss
  await makeQueues(boss, major)
  const nowMs = (): number => clock.now() + skewMs
  const steps = stepsOf(database, dialect)
  const close = () => own.stop({ graceful: false })
  closing.push(close)
  const asked = { boss, database: database.primary, steps, major, holdMs, nowMs }
  return {
    source: { state, database },
    queue: { ...bossQueue(asked), close },
    openAs: async (major: number) => {
      await makeQueues(boss, major)
      return bossQueue({ ...asked, major })
    },
    nowMs,
    moved: () => moveOver(database.primary, bossQueue(asked), (of) => makeQueues(boss, of)),
    pass: async (ms: number) => {
      await clock.setTime(clock.now() + ms)
      await own.supervise()
    },
  }
}

describe('pg-boss', () => {
  under(vitest, () => queueConformance(() => openProcess({ clock: new TestClock() })))

  test('work is due by the clock of the database, however far off those are of the processes that put and take it', async () => {
    const clock = new TestClock()
    const [early, late] = [
      await openProcess({ clock, skewMs: 3_600_000 }),
      await openProcess({ clock, skewMs: -3_600_000 }),
    ]
    const piece = (id: string, dueMs: number): Work => ({ id, operation: 'importPrices', sealed: 's', dueMs })
    expect([await early.queue.clockMs(null), await late.queue.clockMs(null)]).toEqual([clock.now(), clock.now()])
    await early.queue.putWork(piece('now', early.nowMs()), null)
    await early.queue.putWork(piece('soon', early.nowMs() + 5000), null)
    const [held, more] = await late.queue.takeWork({ limit: 5 })
    expect([held?.id, more]).toEqual(['now', undefined])
    if (!held) throw new Error('nothing was taken')
    expect(await early.queue.takeWork({ limit: 5 })).toEqual([])
    expect(await late.queue.delayWork(held, late.nowMs() + 1000, null)).toBe(true)
    await early.pass(5000)
    const taken = await early.queue.takeWork({ limit: 5 })
    expect(taken.map(({ id }) => id).sort()).toEqual(['now', 'soon'])
    for (const each of taken) expect(await early.queue.endWork(each, null)).toBe(true)
  })

  test('what waited in the service’s own table when pg-boss was chosen is done, and nobody holds it any more', async () => {
    const { source, queue, openAs, nowMs, moved } = await openProcess({ clock: new TestClock() })
    const own = await source.state.openQueue({
      kind: 'own',
      major,
      holdMs,
      nowMs,
      onFault: (error) => Promise.reject(error),
    })
    const piece = (id: string): Work => ({ id, operation: 'importPrices', sealed: `s-${id}`, dueMs: nowMs() - holdMs })
    await own.putWork(piece('held'), null)
    const [held] = await own.takeWork({ limit: 1 })
    for (let at = 0; at < 501; at++) await own.putWork(piece(`w${at}`), null)
    await own.putWork({ ...piece('of 7'), major: 7 }, null)
    expect(await moved()).toBe(503)
    expect(held && (await own.holdWork(held, null))).toBe(false)
    expect(await own.takeWork({ limit: 5 })).toEqual([])
    const taken = await queue.takeWork({ limit: 600 })
    expect(taken).toHaveLength(501)
    expect(taken[0]).toMatchObject({ operation: 'importPrices', sealed: expect.stringMatching(/^s-w/), taken: 1 })
    expect(await moved()).toBe(0)
    const [theirs] = await (await openAs(7)).takeWork({ limit: 5 })
    expect(theirs).toMatchObject({ id: 'of 7', major: 7 })
  })
})
