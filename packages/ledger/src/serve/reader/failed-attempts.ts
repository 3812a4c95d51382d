import { ProblemError, problem } from '@charter/runtime'

/** Failed sign-ins by address, within a minute each. */
export interface FailedAttempts {
  note(address: string): void
  /** Throws the problem `too-many` where there were too many. */
  requireFew(address: string): void
}

const windowMs = 60_000
const attemptsMax = 20
/** Addresses that are remembered; the oldest is forgotten first. */
const addressesMax = 10_000

export const failedAttempts = (nowMs: () => number): FailedAttempts => {
  const windows = new Map<string, { attempts: number; readonly untilMs: number }>()
  const current = (address: string) => {
    const window = windows.get(address)
    return window && window.untilMs > nowMs() ? window : null
  }
  return {
    note: (address) => {
      const window = current(address)
      if (window) {
        window.attempts++
        return
      }
      windows.delete(address)
      if (windows.size >= addressesMax) windows.delete(windows.keys().next().value ?? '')
      windows.set(address, { attempts: 1, untilMs: nowMs() + windowMs })
    },
    requireFew: (address) => {
      const window = current(address)
      if (!window || window.attempts < attemptsMax) return
      throw new ProblemError(
        problem('too-many', {
          detail: 'Too many sign-ins failed from this address. Wait a minute, then sign in with a token that holds.',
          retryAfterSeconds: Math.ceil((window.untilMs - nowMs()) / 1000),
        }),
      )
    },
  }
}
