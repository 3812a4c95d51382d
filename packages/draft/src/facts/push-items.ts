import { itemsOf } from '../language/items.ts'
import { phrasesIn } from '../language/phrases.ts'
import type { Sentence } from '../language/sentences.ts'
import type { Token } from '../language/tokens.ts'
import type { Facts } from './facts.ts'

export const pushItems = (
  subject: string,
  tokens: readonly Token[],
  sentence: Sentence,
  weight: number,
  facts: Facts,
): void => {
  const isMore = /^(?:additionally|also|moreover|furthermore)$/.test(tokens[0]?.lower ?? '')
  const skip = isMore
    ? /^[:,]$/.test(tokens[1]?.text ?? '')
      ? 2
      : 1
    : /^(?:up|of|from|out|with|by)$/.test(tokens[0]?.lower ?? '')
      ? tokens[1]?.lower === 'of'
        ? 2
        : 1
      : 0
  const [first, last] = [tokens[skip], tokens.at(-1)]
  if (!first || !last) return
  const text = sentence.text.slice(first.start - sentence.start, last.end - sentence.start)
  // A range is one: as long as it was, so that places stay.
  const whole = text.replace(/\b(between \d[\d.]*) and (?=\d)/gi, '$1 to  ')
  const items = itemsOf(whole, first.start)
  if (/\b(?:other way round|vice versa|conversely|round the other way|both ways|the reverse)\b/i.test(sentence.text))
    for (const phrase of phrasesIn(tokens))
      if (phrase.quantity === 'many')
        facts.links.push({
          from: subject,
          to: phrase.key,
          quantity: 'many',
          isLoose: true,
          isOwned: false,
          isMutual: true,
          quote: { text: sentence.text, start: sentence.start },
          weight: 0.8,
        })
  if (items.length > 0) facts.has.push({ subject, items, quote: { text, start: first.start }, weight })
}

export const colonAt = (tokens: readonly Token[]): number | null => {
  let depth = 0
  for (const [at, { text }] of tokens.entries()) {
    if (text === '(') depth++
    else if (text === ')') depth--
    else if (depth === 0 && (text === ':' || text === '–' || text === '—') && at < 14) {
      const before = tokens.slice(0, at)
      if (
        !before.some(({ text: sign }) => sign === ',') ||
        /^(?:an?|the|one|someone|something|what|where|any)$/i.test(tokens[0]?.text ?? '')
      )
        return at > 0 ? at : null
      return null
    }
  }
  return null
}

export const bare = (text: string): string => text.replace(/[.;!]+$/, '')
