import { itemsOf, valuesOf } from '../language/items.ts'
import { fieldNouns } from '../language/lexicon.ts'
import { type Phrase, phraseAt } from '../language/phrases.ts'
import { type Token, tokensOf } from '../language/tokens.ts'
import type { Quote } from './facts.ts'

/** One part of a list of what a thing has. */
export interface ReadItem {
  readonly phrase: Phrase | null
  /** The words without brackets. */
  readonly bare: string
  /** Between brackets. */
  readonly inside: string
  /** Fields of a thing named on the way: `one department (name, building)`. */
  readonly nested: readonly Quote[]
  readonly quote: Quote
}

/** After an article the last word is a noun and an adverb describes it, whatever the tagger takes them for. */
const asNoun = (token: Token, at: number, all: readonly Token[]): Token => {
  const isMeant = /^(?:a|an|the|one)$/.test(all[0]?.lower ?? '') && all.length < 5 && /^(?:VERB|ADV)$/.test(token.pos)
  return isMeant ? { ...token, pos: at === all.length - 1 ? 'NOUN' : 'ADJ' } : token
}

export const readItem = (quote: Quote): ReadItem => {
  const { text, start } = quote
  const brackets = [...text.matchAll(/\(([^()]*)\)/g)]
  const inside = brackets
    .map((found) => found[1] ?? '')
    .filter((part) => !/^(?:e\.g|i\.e|for example|such as)/i.test(part.trim()))
    .join('; ')
  const bare = text.replace(/\([^()]*\)/g, (found) => ' '.repeat(found.length))
  const read = phraseAt(
    tokensOf(
      bare.toLowerCase().replace(/\b(?:no|nr)\.?(?=\s*$)/, (word) => 'id'.padEnd(word.length)),
      start,
    ).map(asNoun),
    0,
  )
  const phrase = read?.value ?? null
  const bracket = brackets.find((found) => /,|\band\b|\+/.test(found[1] ?? ''))
  const nested =
    bracket && phrase && isFieldList(phrase, bracket[1] ?? '')
      ? itemsOf(bracket[1] ?? '', start + (bracket.index ?? 0) + 1)
      : []
  return { phrase, bare: bare.replace(/\s+/g, ' ').trim(), inside, nested, quote }
}

/** `(name, building)` are fields where `(planned, done)` are values: at least half of them are words for fields. */
const isFieldList = (phrase: Phrase, text: string): boolean => {
  if (fieldNouns.has(phrase.words.at(-1) ?? '') && phrase.quantity !== 'many') return false
  const parts = itemsOf(text, 0)
  if (parts.length < 2) return false
  const fields = parts.filter(({ text: part }) => {
    const last =
      part
        .toLowerCase()
        .replace(/[^a-z -]/g, '')
        .trim()
        .split(/\s+/)
        .at(-1) ?? ''
    return fieldNouns.has(last)
  })
  return fields.length >= parts.length / 2 && (valuesOf(text).length < 2 || !/\bor\b|\//.test(text))
}
