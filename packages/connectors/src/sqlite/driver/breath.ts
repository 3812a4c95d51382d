/** Keeps many short statements from being one long one for this process: now and then everything else gets its turn. */
export interface Breath {
  /** Undefined while there is time; else what to wait for, after which it is asked again. */
  taken(): Promise<void> | undefined
  /** The same before a lock is taken: a good part of a slice is left then, so that others seldom have their turn under the lock. */
  before(): Promise<void> | undefined
  /** A statement took so many milliseconds. */
  spend(ms: number): void
}

/** `sliceMs`: what statements may take of this process before others have had a turn. */
export const breath = (sliceMs: number): Breath => {
  let spentMs = 0
  let turn: Promise<void> | null = null
  const begin = (): Promise<void> =>
    new Promise((resolve) =>
      setImmediate(() => {
        spentMs = 0
        turn = null
        resolve()
      }),
    )
  const takenAt = (mostMs: number): Promise<void> | undefined => {
    if (spentMs < mostMs) return undefined
    turn ??= begin()
    return turn
  }
  return {
    taken: () => takenAt(sliceMs),
    before: () => takenAt(sliceMs / 3),
    spend: (ms) => {
      spentMs += ms
    },
  }
}
