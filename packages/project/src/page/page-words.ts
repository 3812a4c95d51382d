import type { Lock } from '@charter/charter'
import { draftCharter } from '@charter/draft'
import type { PageWords } from '@charter/page'
import { wordsFile } from '../words-file.ts'

/** Longer descriptions are not shown: nobody reads so much beside an API. */
const lengthMax = 8_000

/**
 * The words that a charter was drafted from, piece by piece, each with what it became: of several that rest on the same letters
 * those with the fewest words. What was edited since, or written by hand, rests on other words and is not told.
 */
export const pageWords = (words: string, { provenance }: Lock): readonly PageWords[] => {
  if (words.length > lengthMax) return []
  const marks = Object.entries(provenance).flatMap(([path, { quoted, place }]) => {
    const start = quoted === undefined ? null : offsetOf(place, words)
    return quoted !== undefined && start !== null && words.startsWith(quoted, start)
      ? [{ path, start, end: start + quoted.length }]
      : []
  })
  if (marks.length === 0) return []
  const unused = (draftCharter(words).analysis.unused ?? []).map(({ text, offset }) => ({
    start: offset,
    end: offset + text.length,
  }))
  const ends = [...marks, ...unused].flatMap(({ start, end }) => [start, end])
  const cuts = [...new Set([0, ...ends, words.length])].sort((a, b) => a - b)
  return cuts.slice(0, -1).map((start, at) => {
    const end = cuts[at + 1] ?? words.length
    const covers = (mark: Mark): boolean => mark.start <= start && end <= mark.end
    const found = marks.filter(covers)
    const least = Math.min(...found.map(lengthOf))
    const became = found.filter((mark) => lengthOf(mark) === least).map(({ path }) => path)
    const text = words.slice(start, end)
    // What a whole sentence became says nothing of a thing in it that is left out.
    if (unused.some((mark) => covers(mark) && lengthOf(mark) < least)) return { text, isUnused: true }
    return became.length > 0 ? { text, became } : { text }
  })
}

interface Mark {
  readonly start: number
  readonly end: number
}

const lengthOf = ({ start, end }: Mark): number => end - start

/** Where a place like `words.md:2:7` is, in characters from the beginning; null for one of another file. */
const offsetOf = (place: string | undefined, words: string): number | null => {
  const [file, line, column] = place?.split(':') ?? []
  if (file !== wordsFile || line === undefined || column === undefined) return null
  const before = words.split('\n').slice(0, Number(line) - 1)
  return before.reduce((length, each) => length + each.length + 1, Number(column) - 1)
}
