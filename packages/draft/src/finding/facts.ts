import type { VerbSense } from '../lexicon/lexicon.ts'
import type { Clause } from '../reading/clauses.ts'
import type { Item } from '../reading/items.ts'
import type { Sentence } from '../reading/read-sentences.ts'
import type { Concept } from './concepts.ts'

/** A thing and one part of what it has. */
export interface HasFact {
  readonly owner: Concept
  readonly item: Item
  readonly concept: Concept | null
  readonly manner: string
  readonly sentence: Sentence
}

/** A part of a list or a property that is no thing itself, with all that was said to have it. */
export interface Part {
  readonly item: Item
  readonly concept: Concept | null
  readonly sentence: Sentence
  readonly facts: readonly HasFact[]
}

export interface EventFact {
  readonly concept: Concept
  /** By which it is made: `refill`, `check in`. */
  readonly verb: string
  /** Where the verb stands. */
  readonly place: { readonly start: number; readonly end: number }
  readonly parts: readonly { readonly role: string; readonly concept: Concept; readonly isPlural: boolean }[]
  readonly subjects: readonly Concept[]
  readonly sense: VerbSense
  readonly sentence: Sentence
}

/** Somebody does something with something that is there: `approves`, `reads`, `splits`. */
export interface DeedFact {
  readonly subjects: readonly Concept[]
  readonly on: Concept
  /** What kind of doing: `moves`, `create`, `read`, `unknown` … */
  readonly manner: string
  readonly clause: Clause
}

export interface LinkFact {
  /** Many of it for one of `to`. */
  readonly from: Concept
  readonly to: Concept
  readonly manner: string
  readonly isMany: boolean
  readonly sentence: Sentence
}

/** What somebody does, and all that it may be done to. */
export interface ActFact {
  readonly subjects: readonly Concept[]
  readonly verb: string
  readonly manner: string
  readonly targets: readonly { readonly concept: Concept; readonly via: string }[]
  readonly isDenied: boolean
  readonly condition: string | null
  readonly sentence: Sentence
  readonly clause: Clause
}

export interface Facts {
  readonly acts: ActFact[]
  readonly has: HasFact[]
  readonly events: EventFact[]
  readonly deeds: DeedFact[]
  readonly links: LinkFact[]
}
