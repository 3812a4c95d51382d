import type { Phrase } from '../language/phrases.ts'

/** Words of the source, and where they begin. */
export interface Quote {
  readonly text: string
  readonly start: number
}

/** `A box has a number, a size (small, large) and one owner`. */
export interface HasFact {
  readonly subject: string
  readonly items: readonly Quote[]
  readonly quote: Quote
  /** How plainly it says so, from 0 to 1: a column of a table more than a remark. */
  readonly weight: number
}

/** `from` holds one `to`, or many: `A visit is for one patient`. */
export interface LinkFact {
  readonly from: string
  readonly to: string
  /** How many of `to` one of `from` has. */
  readonly quantity: 'one' | 'optional' | 'many'
  /** A bond that does not make one side a part of the other, so many on one side says nothing of the other. */
  readonly isLoose: boolean
  readonly isOwned: boolean
  /** It says that there is no second one: `at most one`. */
  readonly isSingle?: boolean
  /** What `from` calls it, where it has several: `home team`. */
  readonly as?: string
  /** `… and the other way round`. */
  readonly isMutual?: boolean
  readonly quote: Quote
  readonly weight: number
}

/** The role of what nobody may do. */
export const everyone = '*'

export interface GrantFact {
  readonly role: string
  /** Verbs as they stand: `look up`, `cancel`. */
  readonly verbs: readonly string[]
  readonly objects: readonly Phrase[]
  readonly condition: string
  readonly isDenied: boolean
  readonly quote: Quote
  /** What the sentence was about, for `it` and `them`. */
  readonly topic: string | null
  /** `may see everything`. */
  readonly isAll: boolean
}

export interface KindFact {
  readonly sub: string
  readonly base: string
  readonly quote: Quote
  /** `A student is a person.`, which only says so where both are things. */
  readonly isWeak?: boolean
}

export interface RoleFact {
  readonly key: string
  readonly quote: Quote
  /** 1 where it is named as a role, less where it only acts. */
  readonly weight: number
}

export interface ActFact {
  readonly verb: string
  readonly on: string
  readonly quote: Quote
}

/** The noun phrases of one sentence in order, and what its block is about. */
export interface Sighting {
  readonly phrases: readonly Phrase[]
  /** The label or heading above. */
  readonly topic: string | null
  /** It says what somebody may do. */
  readonly isGrant: boolean
  readonly quote: Quote
}

/** What the sentences of a text say, before it is decided what is a thing, a field or a role. */
export interface Facts {
  readonly has: HasFact[]
  readonly links: LinkFact[]
  readonly grants: GrantFact[]
  readonly kinds: KindFact[]
  readonly roles: RoleFact[]
  readonly acts: ActFact[]
  readonly sightings: Sighting[]
  /** Keys that are one thing: `[position, holding]`. */
  readonly same: (readonly [string, string])[]
  readonly excluded: Map<string, Quote>
  /** Keys that an opening lists as things, and those of who keeps them. */
  readonly listed: Set<string>
  readonly businesses: Set<string>
  /** Words that are only ever written with a capital inside a sentence: names of people and products. */
  readonly names: Set<string>
  /** Keys that a label or a sentence of their own introduces. */
  readonly defined: string[]
  /** Where each key is named first, and how often. */
  readonly mentions: Map<string, { count: number; quote: Quote }>
  /** Closed lists said of a field away from it: `Status is one of …`. */
  readonly values: {
    readonly subject: string | null
    readonly field: string
    readonly values: readonly string[]
    readonly quote: Quote
  }[]
  /** Fields said to be optional, or not, away from where they are listed. */
  readonly optional: { readonly field: string }[]
}

export const noFacts = (): Facts => ({
  has: [],
  links: [],
  grants: [],
  kinds: [],
  roles: [],
  acts: [],
  sightings: [],
  same: [],
  excluded: new Map(),
  listed: new Set(),
  businesses: new Set(),
  names: new Set(),
  defined: [],
  mentions: new Map(),
  values: [],
  optional: [],
})
