import { type Problem, problem } from '../problem/problem.ts'
import { forgetOldest } from './forget-oldest.ts'

/** So often by a key (an address, a principal), and then no more until time has passed. */
export interface TokenBucket {
  /** Takes one; `too-many`, with when to come back, where there is none. */
  take(key: string): Problem | null
}

export interface TokenBucketOptions {
  /** As many at once, and as many in a minute. */
  readonly perMinute: number
  readonly nowMs: () => number
  /** Keys that are remembered; past them, those that were seen longest ago are forgotten. */
  readonly keysMax?: number
}

interface Level {
  tokens: number
  atMs: number
}

/** A token bucket for each key. Memory is bounded: a key whose bucket is full again need not be remembered. */
export const tokenBucket = ({ perMinute, nowMs, keysMax = 10_000 }: TokenBucketOptions): TokenBucket => {
  const levels = new Map<string, Level>()
  const levelOf = (key: string): Level => {
    const known = levels.get(key)
    const atMs = nowMs()
    if (!known) return { tokens: perMinute, atMs }
    const tokens = Math.min(perMinute, known.tokens + ((atMs - known.atMs) * perMinute) / 60_000)
    return { tokens, atMs }
  }
  const refused = ({ tokens }: Level): Problem | null =>
    tokens >= 1
      ? null
      : problem('too-many', { retryAfterSeconds: Math.max(1, Math.ceil(((1 - tokens) * 60) / perMinute)) })
  return {
    take: (key) => {
      const level = levelOf(key)
      const found = refused(level)
      if (found) return found
      // Set anew, so that those seen longest ago stand first.
      levels.delete(key)
      forgetOldest(levels, keysMax)
      levels.set(key, { tokens: level.tokens - 1, atMs: level.atMs })
      return null
    },
  }
}
