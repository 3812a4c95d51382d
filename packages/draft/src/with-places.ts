import type { DraftProvenance } from './outline.ts'

/**
 * Provenance with the line and column at which each quote stands in the words, from 1: `3:12`, or `notes.md:3:12` with the
 * name of what they were read from.
 */
export const withPlaces = (
  provenance: Readonly<Record<string, DraftProvenance>>,
  words: string,
  source?: string,
): Readonly<Record<string, DraftProvenance & { readonly place?: string }>> => {
  const starts = lineStarts(words)
  return Object.fromEntries(
    Object.entries(provenance).map(([path, from]) => {
      if (from.offset === undefined) return [path, from]
      const place = placeAt(starts, from.offset)
      return [path, { ...from, place: source === undefined ? place : `${source}:${place}` }]
    }),
  )
}

const lineStarts = (words: string): readonly number[] => [
  0,
  ...[...words.matchAll(/\n/g)].map(({ index }) => index + 1),
]

/** The last line that begins no later. */
const placeAt = (starts: readonly number[], offset: number): string => {
  let [low, high] = [0, starts.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return `${low + 1}:${offset - (starts[low] ?? 0) + 1}`
}
