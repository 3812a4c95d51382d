/** How often services that ended by themselves were begun again. */
export interface Restarts {
  /** Counts one more; false where it was begun too often lately, and is left from now on. */
  may(deployment: string): boolean
  /** Whether it is left. */
  gaveUp(deployment: string): boolean
  /** Of how many something is held. */
  readonly size: number
}

/** Starts anew within `restartsMs`; then it is left, and said to be failing by not answering. */
const restartsMax = 5
const restartsMs = 120_000

/** `isKnown`: of what is not nothing is held. */
export const countRestarts = (isKnown: (deployment: string) => boolean, nowMs: () => number = Date.now): Restarts => {
  const restarts = new Map<string, readonly number[]>()
  return {
    may: (deployment) => {
      for (const each of restarts.keys()) if (!isKnown(each)) restarts.delete(each)
      const before = (restarts.get(deployment) ?? []).filter((at) => at > nowMs() - restartsMs)
      restarts.set(deployment, [...before, nowMs()])
      return before.length < restartsMax
    },
    gaveUp: (deployment) => (restarts.get(deployment)?.length ?? 0) > restartsMax,
    get size() {
      return restarts.size
    },
  }
}
