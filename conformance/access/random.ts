/** Random numbers that a seed repeats (mulberry32). */
export interface Random {
  /** In [0, below). */
  int(below: number): number
  chance(share: number): boolean
  pick<T>(from: readonly T[]): T
  some<T>(from: readonly T[], most: number): readonly T[]
}

export const randomOf = (seed: number): Random => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (below: number): number => Math.floor(next() * below)
  const pick = <T>(from: readonly T[]): T => {
    if (from.length === 0) throw new Error('there is nothing to pick from')
    // The index is inside the array.
    return from[int(from.length)] as T
  }
  return {
    int,
    pick,
    chance: (share) => next() < share,
    some: (from, most) => Array.from({ length: int(most + 1) }, () => pick(from)),
  }
}
