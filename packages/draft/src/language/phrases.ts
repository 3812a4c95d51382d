import { singularNoun } from '@charter/charter'
import { isPlural } from '../read/names.ts'
import type { Token } from './tokens.ts'

/** How many of a thing a phrase speaks of. */
export type Quantity = 'one' | 'optional' | 'many' | 'each' | 'some' | 'none'

/** A noun phrase: `one or more wound assessments`, `the e-mail of the contact`. */
export interface Phrase {
  /** Small letters, the last one singular, without articles: `wound assessment`. */
  readonly key: string
  readonly words: readonly string[]
  readonly quantity: Quantity
  readonly isPlural: boolean
  /** `their own lessons`, `his visits`. */
  readonly isOwn: boolean
  readonly isPossessive: boolean
  /** Of `the e-mail of the contact`, the contact. */
  readonly of?: Phrase
  readonly start: number
  readonly end: number
}

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '))
const one = set('a an one single exactly the this that its his her their my our your whose another')
const each = set('each every per any either')
const many = set(
  'several many multiple various few numerous two three four five six seven eight nine ten dozens lots all both some more',
)
const possessive = set('its his her their my our your whose')
/** Words before a noun that say how or which, not what. */
const weak = set(
  'new same other own further optional several different certain exact exactly precise only also another respective particular such following said additional given existing various single separate full-blown own usual proper corresponding simple small whole plain just zero least most number',
)
const nouny = /^(?:NOUN|PROPN)$/
const inner = /^(?:NOUN|PROPN|ADJ|X)$/

export interface Read<T> {
  readonly value: T
  /** Index of the token after. */
  readonly next: number
}

/** The noun phrase that begins at a token, or null. */
export const phraseAt = (tokens: readonly Token[], from: number, allowOf = true): Read<Phrase> | null => {
  let at = from
  let quantity: Quantity = 'none'
  let isOwn = false
  let isPossessive = false
  const lead = leadAt(tokens, at)
  if (lead) {
    at = lead.next
    quantity = lead.value
  }
  for (; at < tokens.length; at++) {
    const { lower, pos } = tokens[at] as Token
    if (lower === 'own') isOwn = true
    else if (possessive.has(lower)) {
      isPossessive = true
      if (quantity === 'none') quantity = 'one'
    } else if (each.has(lower) && pos !== 'NOUN') quantity = quantity === 'none' ? 'each' : quantity
    else if (many.has(lower) && !(lower === 'lots' && pos === 'NOUN')) quantity = 'many'
    else if (one.has(lower) && pos !== 'NOUN') quantity = quantity === 'none' ? 'one' : quantity
    else if (pos === 'NUM' && /^\d+$/.test(lower) && at === from) quantity = lower === '1' ? 'one' : 'many'
    else if (lower === 'n' && at === from) quantity = 'many'
    else if (!(weak.has(lower) && /^(?:ADJ|ADV|DET|ADP|VERB|NUM)$/.test(pos)) && pos !== 'DET') break
  }
  const begin = at
  while (at < tokens.length && isInside(tokens, at, begin)) at++
  let end = at
  while (end > begin && !nouny.test(tokens[end - 1]?.pos ?? '')) end--
  if (end === begin && at > begin && (quantity !== 'none' || isOwn)) end = at
  if (end === begin) return null
  const content = tokens.slice(begin, end)
  const first = content[0] as Token
  const last = content.at(-1) as Token
  const words = content.map(({ lower }) => lower.replace(/['’]s$/, ''))
  const lastWord = words.pop() as string
  const plural = isPlural(lastWord)
  words.push(singularNoun(lastWord))
  const phrase: Phrase = {
    key: words.join(' '),
    words,
    quantity: quantity === 'none' && plural ? 'some' : quantity,
    isPlural: plural,
    isOwn,
    isPossessive,
    start: first.start,
    end: last.end,
  }
  const of = allowOf && tokens[end]?.lower === 'of' ? phraseAt(tokens, end + 1) : null
  if (
    of &&
    /^(?:list|set|number|kind|sort|type|group|series|collection|copy|part)$/.test(phrase.key) &&
    phrase.key !== 'number' &&
    of.value.isPlural
  )
    return {
      value: {
        ...of.value,
        quantity: /^(?:list|set|series|collection|group)$/.test(phrase.key) ? 'many' : of.value.quantity,
      },
      next: of.next,
    }
  return of ? { value: { ...phrase, of: of.value, end: of.value.end }, next: of.next } : { value: phrase, next: end }
}

/** `an away team`: after an article an adverb describes the noun. */
const determined = (token: Token | undefined): boolean =>
  token !== undefined && /^(?:a|an|the|one|each|every)$/.test(token.lower)

const isInside = (tokens: readonly Token[], at: number, begin: number): boolean => {
  const token = tokens[at] as Token
  const after = tokens[at + 1]
  if (inner.test(token.pos)) return true
  if (token.lower === "'s" || token.lower === '’s') return at > begin
  if (token.pos === 'NUM') return false
  if (token.pos === 'ADV')
    return at === begin && after !== undefined && nouny.test(after.pos) && begin > 0 && determined(tokens[begin - 1])
  const isParticiple = token.pos === 'VERB' && /(?:ed|en|ing|t)$/.test(token.lower)
  return (
    isParticiple &&
    after !== undefined &&
    inner.test(after.pos) &&
    (at === begin || inner.test(tokens[at - 1]?.pos ?? ''))
  )
}

const leads: readonly (readonly [RegExp, Quantity])[] = [
  [/^(?:one|each|any|either) of (?:the|its|their|our|these|those|his|her)\b/, 'one'],
  [/^(?:some|all|most|several|two|three|many|both) of (?:the|its|their|our|these|those)\b/, 'many'],
  [/^(?:at most|up to|no more than|not more than) (?:one|a)\b/, 'optional'],
  [
    /^(?:zero or one|one or none|none or one|one or zero|0\.\.1|possibly an?|maybe an?|optionally an?|sometimes an?)\b/,
    'optional',
  ],
  [/^(?:an )?optional\b/, 'optional'],
  [/^(?:max|maximum|max\.|maximally|at max)(?: of)? (?:one|1)\b/, 'optional'],
  [
    /^(?:one or (?:more|several|two|many)|one to \w+|1\.\.n|1\.\.\*|0\.\.n|0\.\.\*|two or (?:more|three)|at least (?:one|two|three|an?|\d+)|zero or more|any number of|lots of|dozens of|a (?:few|couple of|number of|list of|set of|series of|handful of)|(?:a|the) (?:list|set|series) of|(?:up to|at most|no more than) (?:two|three|four|five|six|ten|\d+)|more than one|n\b|none or more)/,
    'many',
  ],
  [/^(?:exactly|precisely|only|just) (?:one|an?)\b/, 'one'],
]

/** `one or more`, `at most one`: several words that say how many. */
const leadAt = (tokens: readonly Token[], at: number): Read<Quantity> | null => {
  const text = tokens
    .slice(at, at + 5)
    .map(({ lower }) => lower)
    .join(' ')
  for (const [pattern, quantity] of leads) {
    const found = pattern.exec(text)?.[0]
    if (found !== undefined) return { value: quantity, next: at + found.split(' ').length }
  }
  return null
}

/** All noun phrases of a piece of a sentence, in order. */
export const phrasesIn = (tokens: readonly Token[]): readonly Phrase[] => {
  const found: Phrase[] = []
  for (let at = 0; at < tokens.length; ) {
    const read = phraseAt(tokens, at, false)
    if (read) found.push(read.value)
    at = read ? Math.max(read.next, at + 1) : at + 1
  }
  return found
}
