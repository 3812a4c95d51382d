import { createRequire } from 'node:module'
import { singularNoun } from '@charter/charter'
import type { ItemToken, default as winkNLP } from 'wink-nlp'
import { verbMeaning } from '../read/verbs.ts'
import { actionsOf } from './actions.ts'
import { isPerson } from './lexicon.ts'

/** One word or sign, with what part of speech it is (the Universal Dependencies tags: NOUN, VERB, ADP …). */
export interface Token {
  readonly text: string
  readonly lower: string
  /** `sees`: `see`. Of nouns, use `singular` instead. */
  readonly lemma: string
  readonly pos: string
  /** Characters from the beginning of the words. */
  readonly start: number
  readonly end: number
}

let tagger: ReturnType<typeof winkNLP> | undefined

const require = createRequire(import.meta.url)

/** Loaded with the first words that are read: it is large. */
const openTagger = (): ReturnType<typeof winkNLP> =>
  (require('wink-nlp') as typeof winkNLP)(require('wink-eng-lite-web-model'), ['sbd', 'pos'])

/** The words and signs of one sentence that begins at `offset`. */
export const tokensOf = (text: string, offset: number): readonly Token[] => {
  tagger ??= openTagger()
  const { its } = tagger
  const found: Token[] = []
  let at = 0
  tagger
    .readDoc(text)
    .tokens()
    .each((token: ItemToken) => {
      const value = token.out(its.value) as string
      const pos = token.out(its.pos) as string
      const start = text.indexOf(value, at)
      if (start < 0 || pos === 'SPACE') return
      at = start + value.length
      const lower = value.toLowerCase()
      found.push({
        text: value,
        lower,
        lemma: lemmaOf(lower, (token.out(its.lemma as never) as string | undefined) ?? lower),
        pos,
        start: offset + start,
        end: offset + at,
      })
    })
  return retagged(joined(found))
}

/** The model leaves some forms as they are, mostly in capitals. */
const lemmaOf = (lower: string, lemma: string): string => {
  if (lemma !== lower || lower.length < 4) return lemma.toLowerCase()
  if (/(?:ch|sh|ss|x|z)es$/.test(lower)) return lower.slice(0, -2)
  return lower
}

/** `e-mail` and `set-up` are one word each. */
const joined = (tokens: readonly Token[]): readonly Token[] => {
  const out: Token[] = []
  for (let at = 0; at < tokens.length; at++) {
    const [before, hyphen, after] = [out.at(-1), tokens[at], tokens[at + 1]]
    const isInside =
      before && hyphen && after && hyphen.text === '-' && before.end === hyphen.start && hyphen.end === after.start
    const isWords = isInside && /[\p{L}\d]$/u.test(before.text) && /^[\p{L}\d]/u.test(after.text)
    if (isWords) {
      out[out.length - 1] = {
        text: `${before.text}-${after.text}`,
        lower: `${before.lower}-${after.lower}`,
        lemma: `${before.lower}-${after.lemma}`,
        pos:
          after.pos === 'NOUN' || after.pos === 'PROPN'
            ? after.pos
            : before.pos === 'NOUN'
              ? 'NOUN'
              : /ed$|ing$/.test(after.lower)
                ? 'ADJ'
                : 'NOUN',
        start: before.start,
        end: after.end,
      }
      at++
    } else if (hyphen) out.push(hyphen)
  }
  return out
}

const determiners = new Set(
  'a an the each every its their his her our my your one no this these any some all both several many'.split(' '),
)
const modals = new Set('can could may might must shall should will would cannot'.split(' '))

/** What the tagger gets wrong in texts like these, mended by the word before. */
const retagged = (tokens: readonly Token[]): readonly Token[] => {
  const out: Token[] = []
  for (const [at, token] of tokens.entries()) {
    const before = out.at(-1)
    const after = tokens[at + 1]
    const pos = posOf(token, before, after)
    out.push({
      ...token,
      pos: /^(?:NOUN|ADJ|PROPN)$/.test(pos) && isHiddenVerb(token, out, after) ? 'VERB' : pos,
      lemma:
        /^(?:NOUN|ADJ|PROPN)$/.test(pos) && isHiddenVerb(token, out, after)
          ? /s$/.test(token.lower)
            ? baseOf(token.lower)
            : token.lower
          : token.lemma,
    })
  }
  return out
}

const posOf = (token: Token, before: Token | undefined, after: Token | undefined): string => {
  const { lower, pos } = token
  if (modals.has(lower)) return 'AUX'
  if (/^(?:has|have|had|having|belongs?|contains?|consists?)$/.test(lower)) return 'VERB'
  if (/^(?:is|are|was|were|be|been|being)$/.test(lower)) return 'AUX'
  // `Lots` of an auction, and not `lots of` something.
  if (lower === 'lots' && !/^(?:of|more)$/.test(after?.lower ?? '')) return 'NOUN'
  // `Their own analyses` are no deed.
  const isNamed = before !== undefined && (determiners.has(before.lower) || before.lower === 'own')
  if (pos === 'VERB' && isNamed && !startsNoun(after)) return 'NOUN'
  if (
    (pos === 'NOUN' || pos === 'ADJ') &&
    before &&
    (modals.has(before.lower) || (before.lower === 'to' && before.pos === 'PART'))
  )
    return 'VERB'
  return pos
}

/** `A client rents a box`: after one thing and before another, a word in -s is what it does. */
const isHiddenVerb = (token: Token, before: readonly Token[], after: Token | undefined): boolean =>
  isAfterOneThing(token, before, after) || isAfterPerson(token, before, after) || isAfterSingular(token, before, after)

/** After `each declaration` no plural noun can stand: `breaks` is what it does. */
const isAfterSingular = (token: Token, before: readonly Token[], after: Token | undefined): boolean => {
  const noun = before.at(-1)
  const lead = before.findLast(({ pos }) => !/^(?:NOUN|PROPN|ADJ)$/.test(pos))
  if (!noun || !after || !/^(?:NOUN|PROPN)$/.test(noun.pos) || /s$/.test(noun.lower) || !lead) return false
  return (
    /^(?:a|an|each|every)$/.test(lead.lower) &&
    /[^sui]s$/.test(token.lower) &&
    token.lower.length > 4 &&
    !/^[.,;:)(]$/.test(after.text)
  )
}

/** `The gate clerk books moves`, `technicians list + ack alerts`, `hikers make bookings`. */
const isAfterPerson = (token: Token, before: readonly Token[], after: Token | undefined): boolean => {
  const who = before.at(-1)
  if (!who || !after || before.length > 6 || !/^(?:NOUN|PROPN|ADJ)$/.test(who.pos) || /^[.:;)]$/.test(after.text))
    return false
  // `Staff mark …`, and `staff marks …`.
  const isPlural = /s$/.test(who.lower) || (/^(?:staff|people|police)$/.test(who.lower) && !/s$/.test(token.lower))
  const base = isPlural ? token.lower : baseOf(token.lower)
  if (
    !isPerson(singularNoun(who.lower)) ||
    (actionsOf(base) === null && verbMeaning(base) === null && !/^(?:mark|flag|declare)$/.test(base)) ||
    (!isPlural && !/s$/.test(token.lower))
  )
    return false
  return /^(?:NOUN|PROPN|DET|ADJ|CCONJ|SYM|PRON|NUM|ADV)$/.test(after.pos)
}

const isAfterOneThing = (token: Token, before: readonly Token[], after: Token | undefined): boolean => {
  if (
    !/[^s]s$/.test(token.lower) ||
    !after ||
    !/^(?:a|an|the|one|exactly|several|many|up|at|any|its|their|his|no|n|1)$/.test(after.lower)
  )
    return false
  const noun = before.at(-1)
  const lead = before.findLast(({ pos }) => pos !== 'NOUN' && pos !== 'PROPN' && pos !== 'ADJ')
  return (
    noun !== undefined &&
    /^(?:NOUN|PROPN)$/.test(noun.pos) &&
    !/s$/.test(noun.lower) &&
    (lead === undefined || /^(?:a|an|each|every|one|the|,)$/.test(lead.lower))
  )
}

const baseOf = (lower: string): string =>
  /(?:ch|sh|ss|x)es$/.test(lower)
    ? lower.slice(0, -2)
    : /ies$/.test(lower)
      ? `${lower.slice(0, -3)}y`
      : lower.slice(0, -1)

const startsNoun = (token: Token | undefined): boolean => token !== undefined && /^(?:NOUN|PROPN|ADJ)$/.test(token.pos)
