import type { Facts } from '../facts/facts.ts'
import { type ReadItem, readItem } from '../facts/item.ts'

/** What each list says, item by item; lists found inside items included. */
export interface ReadList {
  readonly subject: string
  readonly items: readonly ReadItem[]
  readonly weight: number
}

/** Lists with their items read, and the lists that items open in brackets. */
export const listsOf = (facts: Facts): readonly ReadList[] => {
  const lists: ReadList[] = []
  for (const { subject, items, weight } of facts.has) {
    const read = items.map(readItem)
    lists.push({ subject, items: read, weight })
    for (const { phrase, nested } of read)
      if (phrase && nested.length > 0) lists.push({ subject: phrase.key, items: nested.map(readItem), weight: 0.9 })
  }
  return lists
}
