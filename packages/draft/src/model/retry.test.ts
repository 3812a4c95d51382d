import { expect, test } from 'vitest'
import { defaultLimits } from './limits.ts'
import { withRetries } from './retry.ts'

const limits = { ...defaultLimits, retryAfterMs: 1, retriesMax: 2 }

/** Fails as the SDK does, so many times. */
const failing = (times: number, details: object) => {
  const tried = { count: 0 }
  const call = async (): Promise<string> => {
    tried.count += 1
    if (tried.count > times) return 'answer'
    throw Object.assign(new Error('refused'), {
      name: 'AI_APICallError',
      isRetryable: true,
      statusCode: 429,
      ...details,
    })
  }
  return { call, tried }
}

const retried = (call: () => Promise<string>) => withRetries(call, limits, new AbortController().signal)

test.each([{}, { 'retry-after': '0' }, { 'retry-after-ms': '2' }, { 'retry-after': new Date(0).toUTCString() }])(
  'what is refused for a time is asked again: %j',
  async (responseHeaders) => {
    const { call, tried } = failing(2, { responseHeaders })
    expect([await retried(call), tried.count]).toEqual(['answer', 3])
  },
)

test.each([
  [{ isRetryable: false }, 1],
  [{ responseHeaders: { 'retry-after': '61' } }, 1],
  [{ responseHeaders: { 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() } }, 1],
  [{}, 3],
])('with %j it is asked %i times and no more', async (details, count) => {
  const { call, tried } = failing(9, details)
  await expect(retried(call)).rejects.toThrow('refused')
  expect(tried.count).toBe(count)
})
