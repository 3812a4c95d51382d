import type { NounForm, VerbForm, VerbTense } from '../lexicon/index.ts'

export type Pos =
  | 'noun'
  | 'verb'
  | 'adj'
  | 'adv'
  | 'det'
  | 'poss'
  | 'pron'
  | 'modal'
  | 'be'
  | 'have'
  | 'do'
  | 'prep'
  | 'conj'
  | 'sub'
  | 'num'
  | 'to'
  | 'sign'

/** A word as it is meant where it stands; several where they are one: `leave request`, `picks up`. */
export interface Word {
  readonly text: string
  readonly lower: string
  readonly pos: Pos
  readonly start: number
  readonly end: number
  readonly nouns: readonly NounForm[]
  readonly verbs: readonly VerbForm[]
  readonly tense: VerbTense | null
  /** A noun in its plural, as far as can be told. */
  readonly isPlural: boolean
  /** No lexicon knows it. */
  readonly isUnknown: boolean
}
