import type { BugOrigin, OnBug } from '../call/service-log.ts'

/** What a committed write has to follow it. It rejects where that fails. */
export interface FollowUp {
  readonly origin: BugOrigin
  run(): Promise<void>
}

/** What follows writes, past their answers. */
export interface AfterCommit {
  /** Runs them one after the other. Ends at once, or, where too many wait already, with the last of them: then the answer waits too. */
  follow(followUps: readonly FollowUp[]): Promise<void>
  /** Ends when nothing is under way. */
  close(): Promise<void>
}

const waitingMax = 1000

export const afterCommit = (onBug: OnBug): AfterCommit => {
  const waiting = new Set<Promise<void>>()
  return {
    follow: async (followUps) => {
      if (followUps.length === 0) return
      const done: Promise<void> = runAll(followUps, onBug).finally(() => waiting.delete(done))
      waiting.add(done)
      if (waiting.size > waitingMax) await done
    },
    close: async () => {
      await Promise.all(waiting)
    },
  }
}

const runAll = async (followUps: readonly FollowUp[], onBug: OnBug): Promise<void> => {
  for (const { run, origin } of followUps)
    try {
      await run()
    } catch (error) {
      onBug(error, origin)
    }
}
