import { ProblemError, problem } from '../problem/problem.ts'

/** Until when an answer is wanted (epoch milliseconds), and what says before that it no longer is. A `CallContext` is one. */
export interface Until {
  readonly deadlineMs?: number
  readonly abort?: AbortSignal
}

/** The longest that a timer of Node runs. */
export const longestTimerMs = 2_147_483_647

/** Milliseconds that are left, not below zero, and not above `most`. */
export const msLeft = (until: Until | undefined, most: number): number =>
  until?.deadlineMs === undefined ? most : Math.max(0, Math.min(most, until.deadlineMs - Date.now()))

/** A timer that was set for the deadline is at it, though the clock that it goes by may be ahead of this one by a little. */
export const isLate = ({ deadlineMs }: Until): boolean =>
  deadlineMs !== undefined && Date.now() >= deadlineMs - clocksApartMs

const clocksApartMs = 2

/** Why nobody waits for the answer any more (`timeout`, `cancelled`); null while somebody does. */
export const whyOver = (until: Until = {}): ProblemError | null => {
  if (isLate(until)) return new ProblemError(problem('timeout'))
  return until.abort?.aborted ? new ProblemError(problem('cancelled')) : null
}

/**
 * What `work` gives, unless nobody waits for it any more by then (`timeout`, `cancelled`): code that was told by its signal, and comes
 * back, has nothing done of what it did.
 */
export const unlessOver = async <Result>(
  until: Until,
  work: Promise<Result> | undefined,
): Promise<Result | undefined> => {
  const result = await work
  const over = whyOver(until)
  if (over) throw over
  return result
}

/**
 * What `work` gives, or a rejection (`timeout`) at the deadline, whatever `work` does after it: who waits for a body, a lock or
 * a queue of somebody else's waits no longer than it said.
 */
export const byDeadline = <Result>(until: Until | undefined, work: Promise<Result>): Promise<Result> => {
  if (until?.deadlineMs === undefined) return work
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ProblemError(problem('timeout'))), msLeft(until, longestTimerMs))
    work.then(
      (result) => {
        clearTimeout(timer)
        resolve(result)
      },
      (error: unknown) => {
        clearTimeout(timer)
        reject(error)
      },
    )
  })
}

/** Aborts when nobody waits any more: for who can be told so, and asks. */
export const signalOf = (until: Until): AbortSignal => {
  const controller = new AbortController()
  const abort = () => controller.abort()
  if (until.deadlineMs !== undefined) setTimeout(abort, msLeft(until, longestTimerMs)).unref()
  if (until.abort?.aborted) abort()
  else until.abort?.addEventListener('abort', abort, { once: true })
  return controller.signal
}
