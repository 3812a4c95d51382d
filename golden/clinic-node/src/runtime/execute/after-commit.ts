import type { BugOrigin, OnBug } from '../call/service-log.ts'
import { byDeadline, signalOf, type Until } from '../limits/until.ts'

/** What a committed write has to follow it. It rejects where that fails. */
export interface FollowUp {
  readonly origin: BugOrigin
  run(until: Until, signal: AbortSignal): Promise<unknown>
}

/** What follows writes, past their answers. */
export interface AfterCommit {
  /**
   * Runs what follows one commit, one after the other, all within the time of a call. Ends at once, or, where too many wait already, with
   * the last of them, but no later than `until`: then the answer waits too.
   */
  follow(followUps: readonly FollowUp[], until: Until): Promise<void>
  /** Ends when nothing is under way: no later than the time of a call, as everything that follows is given up by then. */
  close(): Promise<void>
}

const waitingMax = 1000

export const afterCommit = (timeoutMs: number, onBug: OnBug): AfterCommit => {
  const waiting = new Set<Promise<void>>()
  let count = 0
  return {
    follow: async (followUps, until) => {
      if (followUps.length === 0) return
      count += followUps.length
      const done: Promise<void> = runAll(followUps, timeoutMs, onBug).finally(() => {
        count -= followUps.length
        waiting.delete(done)
      })
      waiting.add(done)
      // The write is done: whoever has waited long enough has its answer.
      if (count > waitingMax) await byDeadline(until, done).catch(() => {})
    },
    close: async () => {
      await Promise.all(waiting)
    },
  }
}

const runAll = async (followUps: readonly FollowUp[], timeoutMs: number, onBug: OnBug): Promise<void> => {
  const until = { deadlineMs: Date.now() + timeoutMs }
  const signal = signalOf(until)
  for (const { run, origin } of followUps)
    try {
      await byDeadline(until, run(until, signal))
    } catch (error) {
      onBug(error, origin)
    }
}
