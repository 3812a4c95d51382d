import { instantAt } from '@charter/runtime'
import type { RaiseAlarm } from '../alarm.ts'

/** Readings in milliseconds: of the wall clock since 1970, and of one that is never set. */
export interface Clock {
  now(): number
  monotonic(): number
}

export const systemClock: Clock = { now: Date.now, monotonic: () => performance.now() }

/** How far the wall clock may stray from the steady one between two readings. */
const stepMsMax = 2000

/** Reads the time for the record, and raises an alarm where the wall clock was set meanwhile. */
export const watchedClock = (clock: Clock, raise: RaiseAlarm): (() => string) => {
  let offset = clock.now() - clock.monotonic()
  return () => {
    const nowMs = clock.now()
    const stepMs = nowMs - clock.monotonic() - offset
    if (Math.abs(stepMs) > stepMsMax) {
      offset += stepMs
      raise(
        'clock-step',
        `The clock of this ledger was set by ${Math.round(stepMs)} ms. Its times are as it gave them.`,
        {
          stepMs: Math.round(stepMs),
        },
      )
    }
    return instantAt(nowMs)
  }
}
