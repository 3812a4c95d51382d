import fastify from 'fastify'
import { afterEach, expect, test, vi } from 'vitest'
import { registerHealth } from './health.ts'

afterEach(() => {
  vi.useRealTimers()
})

const served = (answers: () => Promise<void>, isGone = false) => {
  const app = fastify()
  const condition = { answers, isGone, waitingSinceMs: null, statementCount: 0 }
  registerHealth(app, { store: { condition }, audit: { spool: null } } as unknown as Parameters<
    typeof registerHealth
  >[1])
  return app
}

test('a database that does not answer is waited for two seconds, and no longer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const app = served(() => new Promise(() => {}))
  let status: number | null = null
  void app.inject('/readyz').then((answer) => {
    status = answer.statusCode
  })
  await vi.advanceTimersByTimeAsync(1900)
  expect(status).toBeNull()
  expect((await app.inject('/healthz')).statusCode).toBe(200)
  await vi.advanceTimersByTimeAsync(200)
  await vi.waitFor(() => expect(status).toBe(503))
})

test('a service whose database was taken away is not ready', async () => {
  const statuses = [false, true].map(async (isGone) => {
    const { statusCode } = await served(async () => {}, isGone).inject('/readyz')
    return statusCode
  })
  expect(await Promise.all(statuses)).toEqual([200, 503])
})
