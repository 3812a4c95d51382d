import { setTimeout as wait } from 'node:timers/promises'
import { callErrorOf } from './failure.ts'
import type { Limits } from './limits.ts'

/**
 * Calls again what was refused for a time or lost on the way, after the time the server asks for (`Retry-After`,
 * RFC 9110 section 10.2.3), or one that doubles. A longer wait than `retryAfterMsMax` is not waited for.
 */
export const withRetries = async <T>(call: () => Promise<T>, limits: Limits, signal: AbortSignal): Promise<T> => {
  for (let tried = 0; ; tried++) {
    try {
      return await call()
    } catch (error) {
      const delay = tried < limits.retriesMax ? delayOf(error, tried, limits) : null
      if (delay === null || signal.aborted) throw error
      await wait(delay, undefined, { signal })
    }
  }
}

const delayOf = (error: unknown, tried: number, limits: Limits): number | null => {
  const call = callErrorOf(error)
  if (!call?.isRetryable) return null
  const asked = askedDelay(call.headers)
  if (asked !== null) return asked <= limits.retryAfterMsMax ? asked : null
  return Math.min(limits.retryAfterMs * 2 ** tried, limits.retryAfterMsMax)
}

const askedDelay = (headers: Readonly<Record<string, string>>): number | null => {
  const milliseconds = headers['retry-after-ms']
  if (milliseconds !== undefined && /^\d+(?:\.\d+)?$/.test(milliseconds)) return Number(milliseconds)
  const asked = headers['retry-after']
  if (asked === undefined) return null
  if (/^\d+$/.test(asked)) return Number(asked) * 1000
  const until = Date.parse(asked) - Date.now()
  return Number.isNaN(until) ? null : Math.max(0, until)
}
