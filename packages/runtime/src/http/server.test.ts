import { expect, test } from 'vitest'
import { defaultLimits } from '../model.ts'
import { httpServer } from './server.ts'

test('headers have ten seconds, and no longer than a request has', () => {
  const times = [defaultLimits.requestTimeoutMs, 3000].map((requestTimeoutMs) => {
    const { server } = httpServer({ limits: { ...defaultLimits, requestTimeoutMs } })
    return 'headersTimeout' in server ? server.headersTimeout : null
  })
  expect(defaultLimits.requestTimeoutMs).toBeGreaterThan(10_000)
  expect(times).toEqual([10_000, 3000])
})
