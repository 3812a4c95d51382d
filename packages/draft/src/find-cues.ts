import type { Industry, Topic } from './domains/industry.ts'
import { singular, wordsOf } from './read/names.ts'
import { statementsOf } from './read/statements.ts'

/** A cue that stands in the words. */
export interface FoundCue {
  readonly cue: string
  readonly industry: Industry
  /** None where the cue tells of the industry alone. */
  readonly topic?: Topic
  /** How many words it has: the more, the more it says. */
  readonly size: number
}

/** The cues that stand in what the words ask for, each once. One that overlaps with a longer one does not count there. */
export const findCues = (words: string, industries: readonly Industry[]): readonly FoundCue[] => {
  const known = cuesByFirstWord(industries)
  const found = new Map<string, FoundCue>()
  for (const { text } of statementsOf(words)) {
    const spans = spansIn(singulars(text), known)
    for (const [at, span] of spans.entries()) {
      const near = spans.slice(Math.max(0, at - nearMax), at + nearMax)
      if (!near.some((other) => isHidden(span, other))) found.set(`${span.industry.name}\0${span.cue}`, span)
    }
  }
  return [...found.values()]
}

/** Spans stand in the order of the words, and few begin at one word: what overlaps is among so many on either side. */
const nearMax = 32

/** `Loan applications`: loan, application. */
export const singulars = (phrase: string): readonly string[] => wordsOf(phrase).map(singular)

interface KnownCue extends FoundCue {
  readonly words: readonly string[]
}

const cuesByFirstWord = (industries: readonly Industry[]): ReadonlyMap<string, readonly KnownCue[]> => {
  const known = new Map<string, KnownCue[]>()
  const add = (cue: string, of: { readonly industry: Industry; readonly topic?: Topic }): void => {
    const words = singulars(cue)
    const first = words[0] ?? ''
    known.set(first, [...(known.get(first) ?? []), { ...of, cue, words, size: words.length }])
  }
  for (const industry of industries) {
    for (const cue of industry.cues) add(cue, { industry })
    for (const topic of industry.topics) for (const cue of topic.cues) add(cue, { industry, topic })
  }
  return known
}

interface Span extends FoundCue {
  readonly start: number
}

const spansIn = (tokens: readonly string[], known: ReadonlyMap<string, readonly KnownCue[]>): readonly Span[] =>
  tokens.flatMap((token, start) =>
    (known.get(token) ?? [])
      .filter(({ words }) => words.every((word, at) => tokens[start + at] === word))
      .map(({ words: _words, ...cue }) => ({ ...cue, start })),
  )

/** Of two that overlap the longer one counts, and of two as long the first: `grade book API` is no `book API`. */
const isHidden = (span: Span, by: Span): boolean =>
  by.start < span.start + span.size &&
  span.start < by.start + by.size &&
  (by.size > span.size || (by.size === span.size && by.start < span.start))
