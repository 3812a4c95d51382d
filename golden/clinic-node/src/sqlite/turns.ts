import { longestTimerMs, msLeft, ProblemError, problem, type Until } from '../runtime/index.ts'

/** Runs work one at a time, in the order it was asked for; one that fails does not stop the next. */
export interface Turns {
  /** Rejects (`timeout`) when its turn has not come by then; what has begun is waited for. */
  take<Result>(work: () => Promise<Result>, until?: Until): Promise<Result>
  /** Epoch milliseconds since when the first in the queue waits; null where nobody does. */
  readonly waitingSinceMs: number | null
}

interface Waiter {
  readonly sinceMs: number
  begin(): Promise<void>
}

export const turns = (): Turns => {
  const waiting: Waiter[] = []
  let isTaken = false

  const next = (): void => {
    const first = waiting.shift()
    isTaken = first !== undefined
    if (first) void first.begin().then(next, next)
  }

  const wait = <Result>(work: () => Promise<Result>, until: Until | undefined): Promise<Result> =>
    new Promise((resolve, reject) => {
      const entry: Waiter = {
        sinceMs: Date.now(),
        begin: async () => {
          clearTimeout(timer)
          await work().then(resolve, reject)
        },
      }
      const timer = setTimeout(
        () => {
          waiting.splice(waiting.indexOf(entry), 1)
          reject(new ProblemError(problem('timeout')))
        },
        msLeft(until, longestTimerMs),
      )
      waiting.push(entry)
    })

  return {
    take: (work, until) => {
      if (isTaken) return wait(work, until)
      isTaken = true
      const result = work()
      result.then(next, next)
      return result
    },
    get waitingSinceMs() {
      return waiting[0]?.sinceMs ?? null
    },
  }
}
