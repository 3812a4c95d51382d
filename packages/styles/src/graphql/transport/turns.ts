/** Does so much at once and no more; what else comes waits, in the order in which it came. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>

/** Whoever asks bounds how much waits. */
export const turnsOf = (max: number): Turns => {
  let taken = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (taken < max) taken++
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // A turn is handed on: who comes now does not take it before those who wait.
      if (next) next()
      else taken--
    }
  }
}
