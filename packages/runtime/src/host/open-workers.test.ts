import { expect, test, vi } from 'vitest'
import type { ServiceModel } from '../call/model.ts'
import { openWorkers } from './open-workers.ts'

const model = {
  entities: [],
  operations: [{ name: 'tidy', job: 'TidyJob', entity: null }],
} as unknown as ServiceModel

test('schedules that could not be put at the start are put when they can be, and that is told once', async () => {
  vi.useFakeTimers()
  const told: unknown[] = []
  let times = 0
  const workers = await openWorkers({
    model,
    queue: { takeWork: async () => [] },
    config: { queue: 'own', holdMs: 30_000, atOnce: 1 },
    runJob: async () => {},
    ensureSchedules: async () => {
      if (++times < 4) throw new Error('no database')
    },
    onFault: (error) => told.push(error),
  })
  expect(times).toBe(1)
  await vi.advanceTimersByTimeAsync(60_000)
  expect([times, told.map(String)]).toEqual([4, ['Error: no database']])
  await workers?.close()
  vi.useRealTimers()
})
