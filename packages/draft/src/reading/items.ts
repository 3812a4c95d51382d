import { type Mention, mentionAt } from './mentions.ts'
import type { Word } from './word.ts'

/** A sentence without what stands in brackets, and that by the word before it. */
export interface Flat {
  readonly words: readonly Word[]
  readonly brackets: ReadonlyMap<Word, readonly Word[]>
}

export const flatten = (words: readonly Word[]): Flat => {
  const out: Word[] = []
  const brackets = new Map<Word, Word[]>()
  let depth = 0
  let inside: Word[] = []
  for (const word of words) {
    if (/^[([{]$/.test(word.lower)) {
      if (depth++ === 0) inside = []
      else inside.push(word)
    } else if (/^[)\]}]$/.test(word.lower) && depth > 0) {
      if (--depth === 0) {
        const before = out.at(-1)
        if (before && inside.length > 0) brackets.set(before, [...(brackets.get(before) ?? []), ...inside])
      } else inside.push(word)
    } else if (depth > 0) inside.push(word)
    else out.push(word)
  }
  if (depth > 0) {
    const before = out.at(-1)
    if (before && inside.length > 0) brackets.set(before, inside)
  }
  return { words: out, brackets }
}

/** One part of a list. */
export interface Item {
  readonly words: readonly Word[]
  readonly mention: Mention | null
  readonly bracket: readonly Word[] | null
  readonly start: number
  readonly end: number
}

const breaks = /^(?:,|;|and|plus|\+|&|then|also|\|)$/

/** The parts of a list: at commas, semicolons, "and", "+". */
export const itemsOf = (words: readonly Word[], brackets: Flat['brackets']): readonly Item[] => {
  const items: Item[] = []
  let part: Word[] = []
  const close = (): void => {
    const made = itemOf(part, brackets)
    if (made) items.push(made)
    part = []
  }
  for (const [at, word] of words.entries()) {
    if (breaks.test(word.lower) && !isBetween(words, at)) close()
    else part.push(word)
  }
  close()
  return items
}

/** `between 2 and 8` is one. */
const isBetween = (words: readonly Word[], at: number): boolean =>
  words[at]?.lower === 'and' && words[at - 1]?.pos === 'num' && /^(?:between)$/.test(words[at - 2]?.lower ?? '')

export const itemOf = (part: readonly Word[], brackets: Flat['brackets']): Item | null => {
  let from = 0
  while (
    from < part.length &&
    (/^(?:\.|!|\?|"|'|:|-|\/|…|“|”)$/.test(part[from]?.lower ?? '') ||
      /^(?:also|maybe|perhaps|optionally|plus|possibly|just|too|so|then|etc)$/.test(part[from]?.lower ?? ''))
  )
    from++
  let to = part.length
  while (to > from && /^(?:\.|!|\?|"|'|:|-|\/|…|“|”|,)$/.test(part[to - 1]?.lower ?? '')) to--
  const words = part.slice(from, to)
  const [first, last] = [words[0], words.at(-1)]
  if (!first || !last) return null
  const bracket = words.flatMap((word) => brackets.get(word) ?? [])
  return {
    words,
    mention: mentionAt(words, 0),
    bracket: bracket.length > 0 ? bracket : null,
    start: first.start,
    end: last.end,
  }
}
