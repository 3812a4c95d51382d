import type { Provenance } from './analysis.ts'
import type { DraftProvenance } from './outline.ts'

/** Where an element comes from, as the lock keeps it. */
export const sourceOf = ({ quote, offset, assumed, confidence }: Provenance): DraftProvenance => ({
  ...(quote !== undefined && { quoted: quote.slice(0, quoteMax) }),
  ...(offset !== undefined && { offset }),
  ...(assumed !== undefined && { assumed }),
  confidence,
})

/** Orders elements as the words name them. */
export const byPlace = (one: Provenance, other: Provenance): number => (one.offset ?? 0) - (other.offset ?? 0)

const quoteMax = 200
