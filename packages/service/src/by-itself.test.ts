import { type JsonObject, type Outcome, type Principal, ProblemError, problem, type ServiceLog } from '@charter/runtime'
import type { JobBody, OperationBody } from '@charter/runtime/service'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { bodyOf, type ClinicOptions, call, type Opened, open } from './testing/clinic.ts'
import { databases } from './testing/databases.ts'
import { priceDesk } from './testing/price-desk.ts'

const ann: Principal = { id: 'ann', roles: ['clerk'], attributes: {}, credential: 'jwt' }
const [hour, day] = [3_600_000, 86_400_000]
const monday = Date.parse('2026-05-04T09:30:00Z')
const policies = `policies:
  - 'permit (principal in Role::"clerk", action in [Action::"read", Action::"list"], resource is TidyJob);'
`

describe.each(databases)('what happens by itself, on %s', (database) => {
  let opened: Opened
  let options: ClinicOptions
  let nowMs: number
  let bugs: unknown[]
  let tidied: () => Promise<number>
  let dropped: string[]
  beforeEach(async () => {
    nowMs = monday
    bugs = []
    dropped = []
    tidied = async () => 1
    const tidy: JobBody = async (_, { step }) => (await step('all', () => tidied())) as never
    const dropOffer: OperationBody = async ({ row }, { rows }) => {
      dropped.push(String(row?.title))
      // Of another name each time: what a try did that was undone is not there.
      await rows.create('Price', { sku: `${row?.title}-${dropped.length}`, cents: 0 })
      return null
    }
    options = {
      text: priceDesk(database).replace('policies:\n', policies),
      operations: { tidy, dropOffer } as never,
      nowMs: () => nowMs,
      onBug: (error) => bugs.push(error),
    }
    opened = await open(options)
  })
  afterEach(async () => {
    await opened.close()
    expect(bugs).toEqual([])
  })

  const run = (operation: string, more: Parameters<typeof call>[2] = {}): Promise<Outcome> =>
    opened.service.execute(call(operation, ann, more))
  const offer = async (title: string): Promise<string> =>
    String(bodyOf(await run('Offer.create', { value: { title } })).id)
  const stateOf = async (id: string): Promise<unknown> => bodyOf(await run('Offer.read', { key: { id } })).state
  const settled = (id: string, state: string) => vi.waitFor(async () => expect(await stateOf(id)).toBe(state), 30_000)
  const quiet = () => new Promise((resolve) => setTimeout(resolve, 1300))
  const runs = async (): Promise<readonly JsonObject[]> => {
    const page = bodyOf(await run('TidyJob.list')) as { items: readonly JsonObject[] }
    return page.items
  }

  test('a row moves when it has been in a state for so long, and no sooner', async () => {
    const id = await offer('lapses')
    nowMs += 3 * day - 1
    await quiet()
    expect(await stateOf(id)).toBe('open')
    nowMs += 1
    await settled(id, 'lapsed')
    const trail = await opened.service.state.readAudit(
      { entity: 'Offer', key: JSON.stringify({ id }), tenant: null },
      9,
      null,
    )
    expect(trail[0]).toMatchObject({ operation: 'lapseOffer', principal: 'service', rule: 'after', fields: ['state'] })
    nowMs += hour
    await settled(id, 'gone')
    expect([...new Set(dropped)]).toEqual(['lapses'])
    expect(bodyOf(await run('Price.list')).items).toEqual([{ sku: `lapses-${dropped.length}`, cents: 0 }])
  })

  test('whoever writes into the database hurries no move', async () => {
    const put = vi.spyOn(opened.service.queue, 'putWork')
    const id = await offer('lapses')
    const [{ id: work } = { id: '' }] = put.mock.calls
      .map(([each]) => each)
      .filter((each) => each.id.startsWith('after/'))
    await opened.service.queue.hurryWork(work, null)
    await quiet()
    expect(await stateOf(id)).toBe('open')
    nowMs += 3 * day
    await settled(id, 'lapsed')
  })

  test('the clock of the queue says when a row moves and when a job begins, however far off that of the process is', async () => {
    const { queue } = opened.service
    const put = vi.spyOn(queue, 'putWork')
    const id = await offer('lapses')
    const timer = put.mock.calls.map(([each]) => each.id).find((each) => each.startsWith('after/')) ?? ''
    // An hour behind, and then some time after what is due.
    vi.spyOn(queue, 'clockMs').mockImplementation(async () => nowMs + hour + 3 * day)
    const delayed = vi.spyOn(queue, 'delayWork')
    for (const each of [timer, 'every/tidy/3600000/0']) await queue.hurryWork(each, null)
    await settled(id, 'lapsed')
    await vi.waitFor(async () => expect(await runs()).toMatchObject([{ state: 'done' }]), 30_000)
    expect(delayed.mock.calls.map(([held]) => held.id).filter((each) => each === timer)).toEqual([])
  })

  test('whoever writes into the database begins no job sooner', async () => {
    const delayed = vi.spyOn(opened.service.queue, 'delayWork')
    await opened.service.queue.hurryWork('every/tidy/3600000/0', null)
    await vi.waitFor(
      () => expect(delayed.mock.calls.map(([held]) => held.id)).toContain('every/tidy/3600000/0'),
      30_000,
    )
    expect(await runs()).toEqual([])
  })

  test('the time begins anew when it comes to the state again, and ends when it leaves it or goes', async () => {
    const [left, again, gone] = [await offer('left'), await offer('again'), await offer('gone')]
    for (const id of [left, again]) await run('takeOffer', { key: { id } })
    nowMs += 2 * day
    await run('reopenOffer', { key: { id: again } })
    await run('Offer.delete', { key: { id: gone } })
    nowMs += 2 * day
    await quiet()
    expect([await stateOf(left), await stateOf(again)]).toEqual(['taken', 'open'])
    nowMs += day
    await settled(again, 'lapsed')
    expect(await stateOf(left)).toBe('taken')
  })

  test('of a row that has left its state nothing waits any more', async () => {
    const { queue } = opened.service
    const { delayWork } = queue
    const delayed: string[] = []
    vi.spyOn(queue, 'delayWork').mockImplementation((held, ...more) => {
      delayed.push(held.id)
      return delayWork(held, ...more)
    })
    const ended = vi.spyOn(queue, 'endWork')
    await run('takeOffer', { key: { id: await offer('left') } })
    nowMs += 3 * day
    await vi.waitFor(() => expect(ended.mock.calls.map(([{ id }]) => id.split('/')[0])).toContain('after'), 30_000)
    expect(delayed.filter((id) => id.startsWith('after/'))).toEqual([])
  })

  test('a database that goes away keeps a move from nothing but that moment, and who has lost it to another says nothing', async () => {
    const id = await offer('lapses')
    const { queue } = opened.service
    const { holdWork } = queue
    let times = 0
    vi.spyOn(queue, 'holdWork').mockImplementation(async (held, ...more) => {
      if (!held.id.startsWith('after/')) return holdWork(held, ...more)
      times++
      if (times === 1) throw new ProblemError(problem('unavailable'))
      return times > 2 && holdWork(held, ...more)
    })
    const put = vi.spyOn(queue, 'delayWork')
    nowMs += 3 * day
    await vi.waitFor(() => expect(put.mock.calls.map(([{ id }]) => id.split('/')[0])).toContain('after'), 30_000)
    nowMs += 10_000
    await vi.waitFor(() => expect(times).toBe(2), 30_000)
    expect(await stateOf(id)).toBe('open')
    // As long as whoever has it is believed to be at it.
    nowMs += 60_000
    await settled(id, 'lapsed')
  })

  test('what the move asks of the row is asked again every hour until it holds', async () => {
    const id = await offer('kept')
    await run('Offer.update', { key: { id }, value: { isKept: true } })
    nowMs += 3 * day
    await quiet()
    expect(await stateOf(id)).toBe('open')
    await run('Offer.update', { key: { id }, value: { isKept: false } })
    await quiet()
    expect(await stateOf(id)).toBe('open')
    nowMs += hour
    await settled(id, 'lapsed')
  })

  test('a job begins when it is due, once over all services, and not while the one before goes on', async () => {
    const other = await open({ ...options, url: opened.url, folder: opened.folder })
    try {
      await quiet()
      expect(await runs()).toEqual([])
      nowMs = Date.parse('2026-05-04T10:00:00Z')
      await vi.waitFor(async () => expect(await runs()).toMatchObject([{ state: 'done', result: 1 }]), 30_000)
      await quiet()
      expect(await runs()).toHaveLength(1)
      // It was down for half a day: what was missed is done once.
      nowMs += 12 * hour + 1
      const gate = Promise.withResolvers<void>()
      tidied = async () => {
        await gate.promise
        return 2
      }
      await vi.waitFor(async () => expect(await runs()).toHaveLength(2), 30_000)
      await vi.waitFor(
        async () => expect((await runs()).filter(({ state }) => state === 'running')).toHaveLength(1),
        10_000,
      )
      nowMs += hour
      await quiet()
      expect(await runs()).toHaveLength(2)
      gate.resolve()
      await vi.waitFor(async () => expect((await runs()).every(({ state }) => state === 'done')).toBe(true), 30_000)
      // Whoever looked when it was due may have waited for the row until then, and found it ended.
      const { length } = await runs()
      nowMs += hour
      await vi.waitFor(async () => expect((await runs()).length).toBeGreaterThan(length), 30_000)
    } finally {
      await other.close()
    }
  })

  test('a job that could not be begun when it was due is begun soon after, and its next time waits for nothing', async () => {
    await opened.close()
    const told: unknown[] = []
    const log: ServiceLog = {
      request: () => {},
      bug: (error) => told.push(error),
      refused: () => {},
      close: () => {},
    }
    opened = await open({ ...options, log })
    const { queue } = opened.service
    const { holdWork, delayWork } = queue
    const waits: number[] = []
    const refused = new Error('not now')
    let refusals = 3
    vi.spyOn(queue, 'holdWork').mockImplementation(async (held, ...more) => {
      if (held.id.startsWith('every/') && refusals-- > 0) throw refused
      return holdWork(held, ...more)
    })
    vi.spyOn(queue, 'delayWork').mockImplementation((held, dueMs, ...more) => {
      if (held.id.startsWith('every/')) waits.push(dueMs - nowMs)
      return delayWork(held, dueMs, ...more)
    })
    const put = (times: number) => vi.waitFor(() => expect(waits).toHaveLength(times), 30_000)
    nowMs = Date.parse('2026-05-04T10:59:59.900Z')
    await put(1)
    expect(waits).toEqual([100])
    nowMs += 100
    await put(2)
    nowMs += 3000
    await put(3)
    expect(waits.slice(1).every((waitMs) => waitMs >= 1000 && waitMs <= 5000)).toBe(true)
    nowMs += 5000
    await vi.waitFor(async () => expect(await runs()).toMatchObject([{ state: 'done' }]), 30_000)
    expect(told).toEqual([refused])
  })

  test('runs go when they have ended for so long, and others stay', async () => {
    nowMs = Date.parse('2026-05-04T10:00:00Z')
    await vi.waitFor(async () => expect(await runs()).toMatchObject([{ state: 'done' }]), 30_000)
    const [first] = await runs()
    nowMs += 2 * day - hour
    // The next is not begun while this one goes on.
    const done = { state: 'done' }
    await vi.waitFor(async () => expect(await runs()).toMatchObject([done, done]), 30_000)
    nowMs += 2 * hour
    await vi.waitFor(async () => {
      // What a database that was busy put off comes by this clock.
      nowMs += 1000
      const ids = (await runs()).map(({ id }) => id)
      expect(ids).not.toContain(first?.id)
      expect(ids.length).toBeGreaterThan(1)
    }, 30_000)
  })

  test('a job begins when the clock of a place shows so', async () => {
    await opened.close()
    const text = String(options.text).replace('every: 1 hour', "cron: '0 4 * * MON-FRI', zone: Europe/Zurich")
    opened = await open({ ...options, text })
    await quiet()
    expect(await runs()).toEqual([])
    nowMs = Date.parse('2026-05-05T01:59:00Z')
    await quiet()
    expect(await runs()).toEqual([])
    nowMs = Date.parse('2026-05-05T02:00:00Z')
    await vi.waitFor(async () => expect(await runs()).toMatchObject([{ state: 'done' }]), 30_000)
    nowMs = Date.parse('2026-05-06T02:00:00Z')
    await vi.waitFor(async () => expect(await runs()).toHaveLength(2), 30_000)
  })
})
