import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { HeldWork } from '../../store/queue.ts'
import { startWorkers, type Workers } from './workers.ts'

const work = (id: number): HeldWork =>
  ({ id: String(id), operation: 'x', sealed: '', dueMs: 0, holder: 'me', taken: 1 }) satisfies HeldWork

/** A queue with so much work, whose runs end when they are told to. */
const waiting = (count: number) => {
  const left = Array.from({ length: count }, (_, at) => work(at))
  const ends: (() => void)[] = []
  const asked: number[] = []
  const faults: unknown[] = []
  let looking = 0
  let lookingMost = 0
  let failures = 0
  return {
    left,
    ends,
    asked,
    faults,
    lookingMost: () => lookingMost,
    fail: (times: number) => {
      failures = times
    },
    options: {
      queue: {
        takeWork: async ({ limit }: { readonly limit: number }) => {
          asked.push(limit)
          lookingMost = Math.max(lookingMost, ++looking)
          await Promise.resolve()
          looking--
          if (failures-- > 0) throw new Error('no database')
          return left.splice(0, limit)
        },
      },
      run: () => new Promise<void>((resolve) => void ends.push(resolve)),
      onFault: (error: unknown) => faults.push(error),
    },
  }
}

let workers: Workers | null = null
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(async () => {
  vi.useRealTimers()
  workers = null
})
const settled = () => vi.advanceTimersByTimeAsync(0)

test('so many runs at once are begun and no more, and the next when one ends', async () => {
  const queue = waiting(5)
  workers = startWorkers({ ...queue.options, atOnce: 2 })
  workers.wake()
  await settled()
  expect([queue.ends.length, queue.left.length]).toEqual([2, 3])
  workers.wake()
  await settled()
  expect(queue.ends).toHaveLength(2)
  queue.ends[0]?.()
  await settled()
  expect([queue.ends.length, queue.asked]).toEqual([3, [2, 1]])
})

test('who wakes it while it looks makes it look once more, not twice at once', async () => {
  const queue = waiting(0)
  workers = startWorkers({ ...queue.options, atOnce: 4 })
  for (let at = 0; at < 5; at++) workers.wake()
  await settled()
  expect([queue.asked.length, queue.lookingMost()]).toEqual([2, 1])
})

test('it looks every second, also after a look in vain, which is told', async () => {
  const queue = waiting(1)
  queue.fail(1)
  workers = startWorkers({ ...queue.options, atOnce: 1 })
  await vi.advanceTimersByTimeAsync(999)
  expect(queue.asked).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect([queue.faults.map(String), queue.ends.length]).toEqual([['Error: no database'], 0])
  await vi.advanceTimersByTimeAsync(1000)
  expect(queue.ends).toHaveLength(1)
})

test('a replica that begins none takes none, and one that ends takes no more', async () => {
  const none = waiting(1)
  startWorkers({ ...none.options, atOnce: 0 }).wake()
  await vi.advanceTimersByTimeAsync(5000)
  expect(none.asked).toEqual([])
  const queue = waiting(3)
  workers = startWorkers({ ...queue.options, atOnce: 1 })
  workers.wake()
  await settled()
  const closed = workers.close()
  queue.ends[0]?.()
  await closed
  await vi.advanceTimersByTimeAsync(5000)
  expect([queue.ends.length, queue.left.length]).toEqual([1, 2])
})

test('runs have ten seconds to come to their next step at the end, and are waited for no longer', async () => {
  const queue = waiting(1)
  workers = startWorkers({ ...queue.options, atOnce: 1 })
  workers.wake()
  await settled()
  let isClosed = false
  const closed = workers.close().then(() => {
    isClosed = true
  })
  await vi.advanceTimersByTimeAsync(9_900)
  expect(isClosed).toBe(false)
  await vi.advanceTimersByTimeAsync(200)
  await closed
})
