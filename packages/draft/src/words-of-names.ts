import { pluralNoun } from '@charter/charter'
import { wordsOf } from './read/names.ts'

interface Named {
  readonly name: string
  readonly aliases: readonly string[]
}

/** Where a text names one of them. */
export interface Mention {
  readonly name: string
  readonly start: number
  readonly end: number
}

/** Every place where a text names one of several, in order; of names in one place the longest (`wool broker`, not `broker`). */
export const mentionsIn = (text: string, all: readonly Named[]): readonly Mention[] => {
  const found = all.flatMap(({ name, aliases }) =>
    [name, ...aliases].flatMap((each) => {
      const words = wordsOf(each).join(' ')
      const forms = [...new Set([pluralNoun(words), words])].map((form) => escaped(form).replaceAll(' ', '[\\s-]+'))
      return [...text.matchAll(new RegExp(`(?<![\\p{L}\\d-])(?:${forms.join('|')})(?![\\p{L}\\d])`, 'giu'))].map(
        (match): Mention => ({ name, start: match.index, end: match.index + match[0].length }),
      )
    }),
  )
  const isInside = (one: Mention, other: Mention): boolean =>
    other.start <= one.start && one.end <= other.end && other.end - other.start > one.end - one.start
  return found
    .filter((each) => !found.some((other) => isInside(each, other)))
    .sort((one, other) => one.start - other.start)
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
