/** Repeatable randomness: the same seed draws the same. Mulberry32. */
export interface Random {
  below(count: number): number
  pick<Item>(items: readonly Item[]): Item
}

export const randomOf = (seed: number): Random => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number): number => Math.floor(next() * count)
  return {
    below,
    pick: (items) => {
      if (items.length === 0) throw new Error('nothing to pick from')
      return items[below(items.length)] as (typeof items)[number]
    },
  }
}
