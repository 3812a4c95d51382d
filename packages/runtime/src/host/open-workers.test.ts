import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ServiceModel } from '../call/model.ts'
import { type OpenWorkersOptions, openWorkers } from './open-workers.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const options = (more: Partial<OpenWorkersOptions>): OpenWorkersOptions => ({
  model: { entities: [], operations: [{ name: 'tidy', job: 'TidyJob' }] } as unknown as ServiceModel,
  queue: { takeWork: async () => [] },
  config: { atOnce: 1, holdMs: 30_000, queue: 'own' },
  runJob: async () => {},
  ensureSchedules: async () => {},
  lookForChanges: null,
  onFault: () => {},
  ...more,
})

test('what begins by itself is in the queue in the end, though the database was not there when the service began, and that is told once', async () => {
  const faults: unknown[] = []
  let times = 0
  const ensureSchedules = async () => {
    if (++times < 3) throw new Error('no database')
  }
  const workers = await openWorkers(options({ ensureSchedules, onFault: (error) => faults.push(error) }))
  expect([times, faults.map(String)]).toEqual([1, ['Error: no database']])
  await vi.advanceTimersByTimeAsync(60_000)
  expect([times, faults.length]).toEqual([3, 1])
  await workers?.close()
})

test('a service that has ended tries no more', async () => {
  let times = 0
  const ensureSchedules = async () => {
    times++
    throw new Error('no database')
  }
  const workers = await openWorkers(options({ ensureSchedules }))
  await workers?.close()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(times).toBe(1)
})

test('changes are looked for every second, one look at a time, until the service ends', async () => {
  const faults: unknown[] = []
  const ends: ((error?: Error) => void)[] = []
  const lookForChanges = () =>
    new Promise<void>((resolve, reject) => void ends.push((error) => (error ? reject(error) : resolve())))
  const workers = await openWorkers(options({ lookForChanges, onFault: (error) => faults.push(error) }))
  await vi.advanceTimersByTimeAsync(5000)
  expect(ends).toHaveLength(1)
  ends[0]?.(new Error('no database'))
  await vi.advanceTimersByTimeAsync(1000)
  expect([ends.length, faults.map(String)]).toEqual([2, ['Error: no database']])
  ends[1]?.()
  await workers?.close()
  await vi.advanceTimersByTimeAsync(5000)
  expect(ends).toHaveLength(2)
})
