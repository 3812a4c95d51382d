import type { Noun, NounSense, Verb, VerbSense } from './lexicon.ts'
import type { Contents } from './read-lexicon.ts'

/** A noun as a text may write it. */
export interface NounForm {
  readonly noun: Noun
  /** As the text would name one: `gp` where the entry is `doctor`. */
  readonly name: string
  readonly isPlural: boolean
  /** Of those that go by this name. */
  readonly senses: readonly NounSense[]
}

export type VerbTense = 'base' | 'third' | 'ing' | 'past'

export interface VerbForm {
  readonly verb: Verb
  /** As the text would name it. */
  readonly name: string
  readonly tenses: readonly VerbTense[]
  readonly senses: readonly VerbSense[]
}

/** Words as they are written, by their key (`formKey`), each with what may be meant by it. */
export interface Forms<Form> {
  get(key: string): readonly Form[] | undefined
  has(key: string): boolean
  /** Keys that begin alike and are as long, in the order of their words, by the shelf's name (`shelfOf`). */
  shelf(name: string): Iterable<string>
}

/** Where a key stands: its first letter and its length. */
export const shelfOf = (key: string): string => `${key[0]}${key.length}`

export interface Lexicon {
  readonly nouns: Forms<NounForm>
  readonly verbs: Forms<VerbForm>
  /** Trades in which a word occurs as a noun of its own, without the general files. */
  readonly trades: ReadonlyMap<string, readonly string[]>
  /** What is usually kept in a whole, by its name: `online store`. */
  readonly usual: ReadonlyMap<string, Contents>
  /** Three letters in a row, as some word has them (`triplesOf`). */
  readonly triples: ReadonlySet<string>
}

/** `sign-up`, `sign up` and `Sign-Up` are one key. */
export const formKey = (text: string): string => text.toLowerCase().replaceAll('-', ' ').replaceAll('’', "'")

/** Three letters in a row of one word; `^` and `$` are where it begins and ends. */
export const triplesOf = (word: string): readonly string[] => {
  const bounded = `^${word}$`
  return Array.from({ length: Math.max(0, bounded.length - 2) }, (_, at) => bounded.slice(at, at + 3))
}
