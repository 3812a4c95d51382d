/** Choices that a seed decides: the same seed gives the same choices, so a failing case can be run again alone. */
export interface Random {
  /** A whole number from 0 to `below` − 1. */
  integer(below: number): number
  chance(probability: number): boolean
  pick<Item>(items: readonly Item[]): Item
  /** Between `min` and `max` results of `make`. */
  some<Item>(min: number, max: number, make: (at: number) => Item): Item[]
}

/** Mulberry32. */
export const randomOf = (seed: number): Random => {
  let state = (seed * 2_654_435_761) >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const integer = (below: number): number => Math.floor(next() * below)
  return {
    integer,
    chance: (probability) => next() < probability,
    pick: (items) => {
      if (items.length === 0) throw new Error('there is nothing to pick from')
      return items[integer(items.length)] as (typeof items)[number]
    },
    some: (min, max, make) => Array.from({ length: min + integer(max - min + 1) }, (_, at) => make(at)),
  }
}
