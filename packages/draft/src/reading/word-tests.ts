import { formKey, type Lexicon } from '../lexicon/index.ts'
import {
  adverbs,
  beForms,
  commonAdjectives,
  conjunctions,
  determiners,
  doForms,
  haveForms,
  modals,
  numbers,
  particles,
  possessives,
  prepositions,
  pronouns,
  subordinators,
} from './closed-words.ts'
import type { RawToken } from './tokens.ts'
import type { Pos, Word } from './word.ts'

/** Words that the language has a closed number of, and what each does. */
export const closed: readonly (readonly [ReadonlySet<string>, Pos])[] = [
  [modals, 'modal'],
  [beForms, 'be'],
  [haveForms, 'have'],
  [doForms, 'do'],
  [possessives, 'poss'],
  [pronouns, 'pron'],
  [determiners, 'det'],
  [conjunctions, 'conj'],
  [numbers, 'num'],
  [prepositions, 'prep'],
  [subordinators, 'sub'],
  [adverbs, 'adv'],
]

/** What only a noun phrase or a question begins with. */
export const startsPhrase =
  /^(?:the|an?|each|every|all|any|some|no|which|what|who|whether|when|how|it|them|him|her|his|their|its|my|our|your|this|that|one|two|three|up|several|many|everything)$/

export const units = new Set(
  'kg g mg cm mm km m2 m³ ml ct eur usd gbp kwh kw mph kmh °c °f ft lb lbs oz sqm'.split(' '),
)

/** After `we`, `can`, `to`, `who` a verb comes. */
export const isVerbHead = (prev: Word, before: readonly Word[]): boolean => {
  if (prev.pos === 'modal' || prev.pos === 'to' || prev.pos === 'do') return true
  if (prev.pos === 'pron')
    return /^(?:i|we|you|they|he|she|it|who|everyone|everybody|anyone|anybody|nobody|someone|somebody|one)$/.test(
      prev.lower,
    )
  if (prev.pos === 'be') return true
  if (prev.pos === 'have') return true
  if (prev.pos === 'adv') {
    const earlier = before.at(-2)
    return (
      earlier !== undefined && /^(?:modal|pron|be|to|do)$/.test(earlier.pos) && isVerbHead(earlier, before.slice(0, -1))
    )
  }
  return false
}

export const hasVerbSince = (before: readonly Word[]): boolean => {
  for (let at = before.length - 1; at >= 0; at--) {
    const word = before[at] as Word
    if (/^(?:verb|be|have)$/.test(word.pos) && word.tense !== 'ing') return true
    if (word.pos === 'sub' || (word.pos === 'sign' && /^[:.;(\n]$/.test(word.lower))) return false
    if (word.pos === 'pron' && /^(?:who)$/.test(word.lower)) return false
  }
  return false
}

/** People and groups of people, as far as is known. */
export const canAct = (word: Word): boolean =>
  word.nouns.some(({ senses }) => senses.some(({ is }) => is === 'actor' || is === 'client')) ||
  (word.isUnknown && looksLikePerson(word.lower))

export const looksLikePerson = (lower: string): boolean =>
  /(?:[^aeiou]ers?|[at]ors?|ists?|ians?|eers?|m[ae]n|people|persons?|staff|team|crew|folks?|keepers?|makers?|ees)$/.test(
    lower,
  ) &&
  !/(?:number|order|paper|letter|folder|counter|container|computer|meter|metre|center|centre|computer|sensor|motor|factor|cover|border|weather|winter|summer|dinner|colour|color|tower|water|monster|corner|layer|filter|member?ship)s?$/.test(
    lower,
  )

/** `customer orders glasses`: somebody, what is done, and to what; not the orders of customers. */
export const isPersonDoing = (
  raw: readonly RawToken[],
  at: number,
  prev: Word | undefined,
  lexicon: Lexicon,
): boolean => {
  const [first, second, third] = [raw[at], raw[at + 1], raw[at + 2]]
  if (!first || !second || !third || (prev && !/^(?:sign|conj|det|sub)$/.test(prev.pos))) return false
  const isPerson = (lexicon.nouns.get(formKey(first.lower)) ?? []).some(
    ({ senses, isPlural }) => !isPlural && senses.some(({ is }) => is === 'actor' || is === 'client'),
  )
  const does = (lexicon.verbs.get(formKey(second.lower)) ?? []).some(({ tenses }) => tenses.includes('third'))
  return isPerson && does && third.isWord && (startsPhrase.test(third.lower) || canBeNoun(third, lexicon))
}

export const canBeNoun = (token: RawToken, lexicon: Lexicon): boolean =>
  token.isWord &&
  (lexicon.nouns.has(formKey(token.lower)) ||
    commonAdjectives.has(token.lower) ||
    (!lexicon.verbs.has(formKey(token.lower)) && !closed.some(([set]) => set.has(token.lower))))

export const isAdjectiveHere = (
  raw: readonly RawToken[],
  at: number,
  prev: Word | undefined,
  lexicon: Lexicon,
): boolean => {
  const next = raw[at + 1]
  if (next && canBeNoun(next, lexicon)) return true
  return (
    prev?.pos === 'be' ||
    prev?.pos === 'adv' ||
    /^(?:conj)$/.test(prev?.pos ?? '') ||
    (next !== undefined && next.lower === 'or')
  )
}

export const isParticle = (word: Word | undefined): boolean => word !== undefined && particles.has(word.lower)
