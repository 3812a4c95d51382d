/** Turns of which so many are had at once. */
export interface Turns {
  /** What gives it back; null where all are taken. */
  take(): (() => void) | null
}

export const turnsOf = (max: number): Turns => {
  const taken = new Set<symbol>()
  return {
    take: () => {
      if (taken.size >= max) return null
      const turn = Symbol('turn')
      taken.add(turn)
      return () => void taken.delete(turn)
    },
  }
}
