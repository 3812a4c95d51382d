import type { Options } from '../outline.ts'

/** What is commonly known of one trade, for words that leave it out. Every use of it is marked as assumed. */
export interface Industry {
  /** A slug: `healthcare`. */
  readonly name: string
  /** Words that tell that a request is of this trade, whatever it is about: `hospital`, `health care`. */
  readonly cues: readonly string[]
  /** The first one is meant where only the trade is named. */
  readonly topics: readonly Topic[]
  readonly vocabulary: Vocabulary
}

/** A small model that stands for itself: `pharmacy`, `order management`. */
export interface Topic {
  /** A slug; the charter's name where the words give none. */
  readonly name: string
  /**
   * Words or phrases with which a thin request asks for it. Compared word by word: case and plural do not matter. Where
   * two overlap, the longer one counts.
   */
  readonly cues: readonly string[]
  /** In the order in which a document tells of them. References may lead to entities of other topics of the industry. */
  readonly entities: readonly KnownEntity[]
  /** Who usually does what, where the words name nobody. */
  readonly roles: readonly KnownRole[]
  /** Taken up only where the words ask for them, as their body is work for people. */
  readonly operations: readonly KnownOperation[]
}

export interface KnownEntity {
  /** Unique within the industry. */
  readonly name: string
  /** Other names for it, as entity names. */
  readonly aliases: readonly string[]
  readonly description: string
  /** By name, as a charter has them, without the key. */
  readonly fields: Readonly<Record<string, Options>>
  /** To-one relations by name: `{ one: 'Patient' }`, with `optional` where there may be none. */
  readonly references: Readonly<Record<string, Options>>
  /** Collections that have a name or a route of their own. */
  readonly collections?: Readonly<Record<string, Options>>
  readonly checks?: Readonly<Record<string, Options>>
  readonly rest?: Options
}

export interface KnownRole {
  readonly name: string
  readonly allow: readonly KnownGrant[]
}

export interface KnownGrant {
  /** Entities of the industry. */
  readonly on: readonly string[]
  /** Actions, and operations of the topic. */
  readonly do: readonly string[]
  /** Only rows that are the person's own. */
  readonly own?: true
}

export interface KnownOperation {
  /** A verb, then what it is done to: `cancelOrder`. */
  readonly name: string
  readonly entity: string
  readonly description: string
  readonly input: Readonly<Record<string, Options>>
  readonly errors: readonly string[]
}

/** Words of the trade, in small letters and singular, for whoever reads a text. */
export interface Vocabulary {
  /** People and parts they play: `pharmacist`. */
  readonly roles: readonly string[]
  /** Further nouns that are usually kept, beside the entities of the topics: `referral`. */
  readonly things: readonly string[]
  /** Names of fields that hold what must be protected, by the class they have. */
  readonly protected: Readonly<Record<'pii' | 'phi' | 'pan' | 'secret', readonly string[]>>
  /** What short forms stand for: `MRN` is a `medical record number`. */
  readonly acronyms: Readonly<Record<string, string>>
}

export const defineIndustry = (industry: Industry): Industry => industry

export const defineTopic = (topic: Topic): Topic => topic
