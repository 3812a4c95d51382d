/** So many at once and no more; what else comes waits, in the order in which it came. */
export interface Turns {
  /** Resolves when there is a turn, with what ends it. Whoever asks bounds how much waits. */
  take(): Promise<() => void>
}

export const turnsOf = (max: number): Turns => {
  let taken = 0
  const waiting: (() => void)[] = []
  const end = (): void => {
    const next = waiting.shift()
    // It is handed on: who comes now does not take it before those who wait.
    if (next) next()
    else taken--
  }
  return {
    take: async () => {
      if (taken < max) taken++
      else await new Promise<void>((resolve) => waiting.push(resolve))
      return end
    },
  }
}
