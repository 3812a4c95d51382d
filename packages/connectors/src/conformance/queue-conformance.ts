import { type Queue, type QueueOptions, type Work, webhookNames } from '@charter/runtime'
import type { OpenSqlSource } from '@charter/sql'
import { afterAll, beforeAll, describe, expect, test } from './harness.ts'

/** A queue, and the clock that it goes by. */
export interface QueueUnderTest {
  readonly source: Pick<OpenSqlSource, 'state' | 'database'>
  readonly queue: Queue
  /** The same as a service of another major opens it. */
  readonly openAs: (major: number) => Promise<Pick<Queue, 'takeWork' | 'endWork'>>
  readonly nowMs: () => number
  /** Time goes by; what nobody was heard of for too long is to be taken again. */
  readonly pass: (ms: number) => Promise<void>
}

export const holdMs = 10_000
/** Of the charter that the queue is for. */
export const major = 2

/** The queue that state has of its own, with a clock that stands still between. */
export const ownQueue = async (source: QueueUnderTest['source']): Promise<QueueUnderTest> => {
  let clock = 1_000_000
  const options: QueueOptions = {
    kind: 'own',
    major,
    holdMs,
    nowMs: () => clock,
    onFault: (error) => Promise.reject(error),
  }
  const pass = async (ms: number): Promise<void> => {
    clock += ms
  }
  const openAs = (major: number): Promise<Queue> => source.state.openQueue({ ...options, major })
  return { source, queue: await openAs(major), openAs, nowMs: () => clock, pass }
}

/** What a queue of work owes, wherever it lies: one holder at a time, and steps that are done once. */
export const queueConformance = (open: () => Promise<QueueUnderTest>): void => {
  let under: QueueUnderTest
  const piece = (id: string, inMs: number, operation = 'importPrices'): Work => {
    return { id, operation, sealed: `s-${id}`, dueMs: under.nowMs() + inMs }
  }
  const takeOne = async () => {
    const [held, more] = await under.queue.takeWork({ limit: 2 })
    if (!held || more) throw new Error(`one was to be taken, and ${held ? 'more than one was' : 'none was'}`)
    return held
  }
  const none = async (): Promise<void> => expect(await under.queue.takeWork({ limit: 5 })).toEqual([])

  describe('its queue of work', () => {
    beforeAll(async () => {
      under = await open()
    })
    afterAll(() => under.queue.close())

    test('gives what is due, the first before the others, and each piece to one of those who ask at once', async () => {
      const { queue, pass } = under
      const pieces = [piece('w2', 2000), piece('w1', 1000), piece('w4', 4000), piece('w3', 90_000)]
      for (const each of pieces) await queue.putWork(each, null)
      await none()
      await pass(5000)
      const [first] = await queue.takeWork({ limit: 1 })
      expect(first).toMatchObject({ ...pieces[1], taken: 1 })
      const all = await Promise.all([1, 2, 3, 4].map(() => queue.takeWork({ limit: 5 })))
      const taken = [...(first ? [first] : []), ...all.flat()]
      expect(taken.map(({ id }) => id).sort()).toEqual(['w1', 'w2', 'w4'])
      for (const held of taken) expect(await queue.endWork(held, null)).toBe(true)
      for (const held of taken) expect(await queue.endWork(held, null)).toBe(false)
      await pass(85_000)
      const last = await takeOne()
      expect(last.id).toBe('w3')
      expect(await queue.endWork(last, null)).toBe(true)
    })

    test('takes a piece from who has held it too long, who can then do nothing more of it', async () => {
      const { queue, pass, nowMs } = under
      await queue.putWork(piece('w4', 0), null)
      const before = await takeOne()
      await pass(holdMs + 1)
      const after = await takeOne()
      expect(after).toMatchObject({ id: 'w4', taken: 2 })
      const cannot = async (): Promise<void> => {
        expect(await queue.holdWork(before, null)).toBe(false)
        expect(await queue.delayWork(before, nowMs(), null)).toBe(false)
        expect(await queue.endWork(before, null)).toBe(false)
      }
      await cannot()
      await pass(holdMs - 1000)
      expect(await queue.holdWork(after, null)).toBe(true)
      await pass(holdMs - 1000)
      await none()
      expect(await queue.delayWork(after, nowMs() + 7000, null)).toBe(true)
      expect(await queue.endWork(after, null)).toBe(false)
      await none()
      await pass(7000)
      const again = await takeOne()
      expect(again).toMatchObject({ id: 'w4', sealed: 's-w4', taken: 1 })
      // Held as often as when it was taken first, and yet it is not the same.
      await cannot()
      expect(await queue.endWork(again, null)).toBe(true)
    })

    test('has one piece of a name: another is put in its place, or is not put at all', async () => {
      const { queue } = under
      await queue.putWork(piece('w6', 0), null)
      await queue.ensureWork({ ...piece('w6', 50_000), sealed: 'not put' })
      const first = await takeOne()
      expect(first).toMatchObject({ id: 'w6', sealed: 's-w6' })
      await queue.ensureWork({ ...piece('w6', 0), sealed: 'not put' })
      await none()
      await queue.putWork({ ...piece('w6', 0), sealed: 'put' }, null)
      expect(await queue.endWork(first, null)).toBe(false)
      const second = await takeOne()
      expect(second).toMatchObject({ id: 'w6', sealed: 'put', taken: 1 })
      expect(await queue.holdWork(first, null)).toBe(false)
      expect(await queue.endWork(second, null)).toBe(true)
      await queue.putWork(piece('w6', 60_000), null)
      await queue.putWork({ ...piece('w6', 0), sealed: 'put again' }, null)
      const third = await takeOne()
      expect(third).toMatchObject({ id: 'w6', sealed: 'put again' })
      expect(await queue.endWork(third, null)).toBe(true)
      await queue.ensureWork(piece('w7', 0))
      expect(await queue.endWork(await takeOne(), null)).toBe(true)
      await none()
    })

    test('is told that what waits is due now, which changes nothing of what is held or done', async () => {
      const { queue } = under
      await queue.putWork(piece('w8', 80_000), null)
      await none()
      await queue.hurryWork('w8', null)
      const held = await takeOne()
      await queue.hurryWork('w8', null)
      await none()
      expect(await queue.endWork(held, null)).toBe(true)
      await queue.hurryWork('w8', null)
      await none()
    })

    test('keeps deliveries of webhooks apart from other work, so that neither waits for the other', async () => {
      const { queue } = under
      await queue.putWork(piece('w9', 0, webhookNames.delivery), null)
      await queue.putWork(piece('w10', 0), null)
      const [delivery, more] = await queue.takeWork({ limit: 5, of: 'deliveries' })
      expect([delivery?.id, more]).toEqual(['w9', undefined])
      const [other, another] = await queue.takeWork({ limit: 5, of: 'others' })
      expect([other?.id, another]).toEqual(['w10', undefined])
      for (const held of [delivery, other]) expect(held && (await queue.endWork(held, null))).toBe(true)
      for (const id of ['w11', 'w12'])
        await queue.putWork(piece(id, 0, id === 'w11' ? webhookNames.delivery : undefined), null)
      const any = await queue.takeWork({ limit: 5 })
      expect(any.map(({ id }) => id).sort()).toEqual(['w11', 'w12'])
      for (const held of any) expect(await queue.endWork(held, null)).toBe(true)
    })

    test('gives work of a major to that one alone, and what is of none to whoever asks first', async () => {
      const { queue, openAs, nowMs } = under
      const older = await openAs(1)
      const ids = (held: readonly Work[]) => held.map(({ id }) => id).sort()
      const pieces = [
        { ...piece('w14', 0), major: 1 },
        { ...piece('w15', 0, webhookNames.delivery), major: 1 },
        { ...piece('w16', 0, webhookNames.delivery), major },
        { ...piece('w17', 0), major },
        piece('w18', 0),
      ]
      for (const each of pieces) await queue.putWork(each, null)
      const deliveries = await queue.takeWork({ limit: 9, of: 'deliveries' })
      expect(deliveries.map((each) => [each.id, each.operation, each.major])).toEqual([
        ['w16', webhookNames.delivery, major],
      ])
      const others = await queue.takeWork({ limit: 9, of: 'others' })
      expect(others.map((each) => [each.id, each.operation, each.major]).sort()).toEqual([
        ['w17', 'importPrices', major],
        ['w18', 'importPrices', undefined],
      ])
      const theirs = await older.takeWork({ limit: 9 })
      expect(ids(theirs)).toEqual(['w14', 'w15'])
      for (const held of others) expect(await queue.delayWork(held, nowMs(), null)).toBe(true)
      const any = await older.takeWork({ limit: 9 })
      expect(ids(any)).toEqual(['w18'])
      const mine = await queue.takeWork({ limit: 9 })
      expect(ids(mine)).toEqual(['w17'])
      for (const held of [...theirs, ...any]) expect(await older.endWork(held, null)).toBe(true)
      for (const held of [...deliveries, ...mine]) expect(await queue.endWork(held, null)).toBe(true)
    })

    test('does what a write does with it, or nothing of that where the write is undone', async () => {
      const { queue, source } = under
      if (!source.state.isTransactional) return
      const undone = (work: Parameters<typeof source.database.transaction>[0]) =>
        expect(
          source.database.transaction(async (transaction) => {
            await work(transaction)
            throw new Error('on purpose')
          }),
        ).rejects.toThrow('on purpose')
      await undone((transaction) => queue.putWork(piece('w13', 0), transaction))
      await none()
      await source.database.transaction((transaction) => queue.putWork(piece('w13', 0), transaction))
      const held = await takeOne()
      await undone((transaction) => queue.endWork(held, transaction))
      await undone((transaction) => queue.delayWork(held, under.nowMs(), transaction))
      await undone((transaction) => queue.putWork({ ...held, sealed: 'undone' }, transaction))
      await none()
      expect(await source.database.transaction((transaction) => queue.endWork(held, transaction))).toBe(true)
    })

    test('keeps what a step gave with what it did, until the work is done by who holds it', async () => {
      const { queue, source } = under
      const { state, database } = source
      const shared = (transaction: Parameters<Parameters<typeof database.transaction>[0]>[0]) =>
        state.isTransactional ? transaction : null
      await queue.putWork(piece('w5', 0), null)
      const held = await takeOne()
      await database.transaction(async (transaction) => {
        expect(await queue.holdWork(held, shared(transaction))).toBe(true)
        expect(await state.findStep('w5', 'page-1', shared(transaction))).toBeNull()
        await state.saveStep('w5', 'page-1', { rows: [1, 'two', null] }, shared(transaction))
      })
      expect(await state.findStep('w5', 'page-1', null)).toEqual({ value: { rows: [1, 'two', null] } })
      await under.pass(holdMs + 1)
      const next = await takeOne()
      expect(await queue.endWork(held, null)).toBe(false)
      expect(await state.findStep('w5', 'page-1', null)).toEqual({ value: { rows: [1, 'two', null] } })
      if (state.isTransactional) {
        const failing = database.transaction(async (transaction) => {
          await state.saveStep('w5', 'page-2', 2, transaction)
          throw new Error('on purpose')
        })
        await expect(failing).rejects.toThrow('on purpose')
        expect(await state.findStep('w5', 'page-2', null)).toBeNull()
      }
      expect(await queue.endWork(next, null)).toBe(true)
      expect(await state.findStep('w5', 'page-1', null)).toBeNull()
    })
  })
}
