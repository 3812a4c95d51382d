import type { Lexicon, NounForm, VerbForm } from '../lexicon/index.ts'
import type { NounSense, VerbSense } from '../lexicon/lexicon.ts'
import type { Word } from '../reading/word.ts'

/** What the words of a text are beside each other. */
export interface Senses {
  of(forms: readonly NounForm[]): NounSense | null
  /** In a clause with these words: what is done to what says more of a verb than what stands elsewhere. */
  ofVerb(forms: readonly VerbForm[], clause: readonly Word[]): VerbSense | null
  readonly trade: string | null
}

/** What a neighbour in the same clause weighs beyond one elsewhere. */
const inClause = 0.8

/** What is built says nothing of what it is about: beside `backend`, clients are people still. */
const isOfTheBuilder = /^(?:api|app|application|backend|platform|service|software|system|tool)$/

/** A word under all its names: as it stands, as the lexicon writes it, and the words that it is made of. */
const namesOf = ({ lower, nouns, verbs }: Word): readonly string[] => [
  lower.replaceAll('-', ' '),
  ...nouns.flatMap(({ name, noun }) => [name, noun.name, ...name.split(' ')]),
  ...verbs.flatMap(({ name, verb }) => [name, verb.name]),
]

/** Senses by their neighbours, and by the trade that most words of the text belong to. */
export const sensesIn = (words: readonly Word[], lexicon: Lexicon): Senses => {
  const around = new Map<string, number>()
  const trades = new Map<string, number>()
  const seen = new Set<string>()
  const near = (word: string): void => {
    around.set(word, (around.get(word) ?? 0) + 1)
  }
  for (const word of words) {
    if (word.pos !== 'noun' && word.pos !== 'verb' && word.pos !== 'adj') continue
    for (const name of new Set(namesOf(word))) if (!isOfTheBuilder.test(name)) near(name)
    for (const form of word.nouns) {
      if (seen.has(form.noun.name)) continue
      seen.add(form.noun.name)
      const of = lexicon.trades.get(form.noun.name) ?? []
      for (const trade of of)
        trades.set(
          trade,
          (trades.get(trade) ?? 0) +
            1 / (of.length + (form.noun.senses.some((sense) => sense.trade === 'general') ? 3 : 0)),
        )
    }
  }
  const most = Math.max(0.001, ...trades.values())
  const trade = [...trades].sort((one, other) => other[1] - one[1])[0]?.[0] ?? null
  const score = (sense: { near: readonly string[]; trade: string }, own: ReadonlySet<string>): number => {
    const hits = sense.near.filter((word) => around.has(word) && !own.has(word)).length
    const affinity = (trades.get(sense.trade) ?? 0) / most
    return (
      (sense.near.length === 0
        ? sense.trade === 'general'
          ? 0.6
          : 0.4
        : hits > 0
          ? 1.5 + Math.min(hits, 3) * 0.5
          : -1) +
      affinity +
      (sense.trade === 'general' ? 0.35 : 0)
    )
  }
  const best = <T extends { near: readonly string[]; trade: string }>(
    senses: readonly T[],
    own: ReadonlySet<string>,
    clause: ReadonlySet<string> = new Set(),
  ): T | null => {
    let found: T | null = null
    let top = Number.NEGATIVE_INFINITY
    for (const sense of senses) {
      const value =
        score(sense, own) + sense.near.filter((word) => clause.has(word) && !own.has(word)).length * inClause
      if (value > top) {
        top = value
        found = sense
      }
    }
    return found
  }
  return {
    of: (forms) =>
      best(
        forms.flatMap(({ senses }) => senses),
        new Set(forms.flatMap(({ name, noun }) => [name, noun.name])),
      ),
    ofVerb: (forms, clause) =>
      best(
        forms.flatMap(({ senses }) => senses),
        new Set(forms.flatMap(({ name, verb }) => [name, verb.name])),
        new Set(clause.flatMap(namesOf)),
      ),
    trade,
  }
}
