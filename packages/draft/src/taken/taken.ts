import type { Analysis, Provenance } from '../analysis.ts'
import type { DraftProvenance, DraftQuestion, Outline } from '../outline.ts'
import { quoted, type Said, sentencesSaid } from '../sentences-said.ts'

/** Words that a reading takes out of a text, and what it makes of them in a draft of the rest. */
export interface Taken {
  /** The whole sentence as it stands in the words, and where it begins: characters from their beginning. */
  readonly quote: string
  readonly offset: number
  /** What nothing else reads of it: characters from the beginning of the words, the last one excluded. */
  readonly from: number
  readonly end: number
  /** What it leaves of the sentence is in its rule as well, and needs no question. */
  readonly isWhole?: boolean
  /** With the things that it speaks of, where nothing else does. */
  readonly withThings?: (analysis: Analysis) => Analysis
  /** With the rights as they are beside it. */
  readonly withRights?: (analysis: Analysis) => Analysis
  /** False where it finds no place in the draft. */
  readonly addThings?: (outline: Outline) => boolean
  /** As `addThings`, once all rights and states are there. */
  readonly addRules?: (outline: Outline) => boolean
  /** What is asked where it finds no place; without it, its words are left to everything else. */
  readonly question?: DraftQuestion
  /** What was found by it, for whoever reads the analysis. */
  readonly withFound?: (analysis: Analysis) => Analysis
}

/** Where words were taken. */
export type Source = Pick<Taken, 'quote' | 'offset' | 'from' | 'end'>

/** A sentence that is taken as a whole. */
export const takenFrom = ({ text, start }: Said): Source => {
  const [quote, offset] = [text.trim(), start + text.length - text.trimStart().length]
  return { quote, offset, from: offset, end: offset + quote.length }
}

/** The words with blanks in place of what was taken, so that everything else stands where it stood. */
export const wordsWithout = (words: string, taken: readonly Taken[]): string =>
  taken.reduce((rest, { from, end }) => rest.slice(0, from) + ' '.repeat(end - from) + rest.slice(end), words)

/** What is left of those that found no place: nothing, or what is asked instead. */
export const withoutPlace = (taken: readonly Taken[], unplaced: readonly Taken[]): readonly Taken[] =>
  taken.flatMap((each) => {
    const { quote, offset, from, end, question } = each
    if (!unplaced.includes(each)) return [each]
    return question
      ? [{ quote, offset, from, end, addThings: ({ questions }: Outline) => questions.push(question) > 0 }]
      : []
  })

/** Where it comes from, as the lock keeps it. */
export const saidBy = ({ quote, offset }: Pick<Taken, 'quote' | 'offset'>): DraftProvenance => ({
  quoted: quote,
  offset,
  confidence: 0.8,
})

/** As `saidBy`, for an analysis. */
export const foundBy = ({ quote, offset }: Pick<Taken, 'quote' | 'offset'>): Provenance => ({
  quoted: true,
  quote,
  offset,
  confidence: 0.8,
})

/** Quotes with the words that were taken out of them. */
export const restoredBy =
  (given: string, rest: string) =>
  <T extends { readonly quote?: string; readonly quoted?: string | boolean; readonly offset?: number }>(from: T): T => {
    const { quote, quoted, offset } = from
    const said = typeof quoted === 'string' ? quoted : quote
    if (said === undefined || offset === undefined || rest.slice(offset, offset + said.length) !== said) return from
    const whole = given.slice(offset, offset + said.length)
    return typeof quoted === 'string' ? { ...from, quoted: whole } : { ...from, quote: whole }
  }

/** A question with the words that were taken out of the sentence that it quotes. */
export const questionRestoredBy = (given: string, rest: string) => {
  const cut = sentencesSaid(rest).flatMap(({ text, start }) => {
    const whole = given.slice(start, start + text.length)
    return whole === text ? [] : [[quoted(text), quoted(whole)] as const]
  })
  return (question: DraftQuestion): DraftQuestion => {
    const found = cut.find(([text]) => question.sentence.startsWith(`"${text}":`))
    return found ? { ...question, sentence: question.sentence.replace(found[0], () => found[1]) } : question
  }
}
