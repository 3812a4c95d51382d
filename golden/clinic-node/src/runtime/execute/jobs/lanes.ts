/** Runs that fail together, as they ask the same receiver: while it fails, one of them tries, and the others wait without a slot. */
export interface Lanes {
  /** Null: it may go on. Else milliseconds after which it is looked at again. */
  enter(lane: string, nowMs: number): number | null
  leave(lane: string, hasFailed: boolean, nowMs: number): void
}

interface Failing {
  readonly times: number
  readonly closedUntilMs: number
  isTried: boolean
}

const [firstMs, longestMs] = [5_000, 300_000]
/** A process knows of so many that fail; of more it finds out again. */
const failingMax = 10_000

export const lanesOf = (): Lanes => {
  const failing = new Map<string, Failing>()
  return {
    enter: (lane, nowMs) => {
      const found = failing.get(lane)
      if (!found) return null
      if (!found.isTried && found.closedUntilMs <= nowMs) {
        found.isTried = true
        return null
      }
      // Not all at once.
      return Math.max(firstMs, found.closedUntilMs - nowMs) * (1 + Math.random() / 2)
    },
    leave: (lane, hasFailed, nowMs) => {
      const found = failing.get(lane)
      // It was begun before another failed, which has been counted.
      if (hasFailed && found && !found.isTried) return
      const times = (found?.times ?? 0) + 1
      failing.delete(lane)
      if (!hasFailed || failing.size >= failingMax) return
      const closedMs = Math.min(longestMs, firstMs * 2 ** (times - 1))
      failing.set(lane, { times, closedUntilMs: nowMs + closedMs, isTried: false })
    },
  }
}
