import { isIdleQuestion, isWish } from './idle-question.ts'
import { injections, insults, orders, requests, verse } from './not-described.ts'
import { isPasted } from './pasted.ts'

/** What a part of a text is that describes nothing. */
export type Cut = 'injection' | 'insult' | 'chatter' | 'code'

/** `rest`: sentences that may describe something; `cuts`: what the others are, in their order. */
export interface CutResult {
  readonly rest: readonly string[]
  readonly cuts: readonly Cut[]
}

/** What is longer is a table or no sentence, and kept: patterns that look back and forth take its square. */
const sentenceMax = 1000

const joke = /^\W*knock,?\s+knock\b/iu

/** Leaves out what is said to the tool or to nobody, so that an angry or an injected sentence costs no description. */
export const withoutCuts = (text: string): CutResult => {
  if (joke.test(text)) return { rest: [], cuts: ['chatter'] }
  const cuts: Cut[] = []
  const rest: string[] = []
  for (const line of text.split('\n'))
    for (const sentence of sentencesOf(line)) {
      const [kept, cut] = sentence.length > sentenceMax ? [sentence, null] : keptOf(sentence, cuts.at(-1))
      if (cut) cuts.push(cut)
      if (kept !== '') rest.push(kept)
    }
  return { rest: cuts.includes('injection') ? rest.filter((sentence) => !orders.test(sentence)) : rest, cuts }
}

const sentencesOf = (line: string): readonly string[] =>
  line.length <= sentenceMax && isPasted(line)
    ? [line]
    : line.split(/(?<=[.!?;…])\s+/u).filter((sentence) => /\S/.test(sentence))

/** What is left of a sentence, and what the rest of it is. */
const keptOf = (sentence: string, before: Cut | undefined): readonly [kept: string, cut: Cut | null] => {
  const from = injectedFrom(sentence)
  if (from !== null) return [sentence.slice(0, from), 'injection']
  if (isPasted(sentence)) return ['', 'code']
  const pieces = sentence.split(',')
  const clean = pieces.filter((piece) => !insults.some((insult) => insult.test(piece)))
  if (clean.length < pieces.length) return [clean.join(','), 'insult']
  if (isIdle(sentence) || (before === 'chatter' && /^\W*(?:because|to)\b/iu.test(sentence))) return ['', 'chatter']
  return [sentence, null]
}

const injectedFrom = (sentence: string): number | null => {
  const found = injections.map((injection) => injection.exec(sentence)?.index ?? Number.POSITIVE_INFINITY)
  const first = Math.min(...found)
  return Number.isFinite(first) ? first : null
}

const isIdle = (sentence: string): boolean =>
  verse.test(sentence) ||
  (requests.some((request) => request.test(sentence)) && !isWish(sentence)) ||
  isIdleQuestion(sentence)
