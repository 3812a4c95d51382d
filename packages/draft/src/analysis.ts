import type { Options } from './options.ts'

/** What was found in a text: the draft before it is a charter. Printed by `charter draft --analysis`. */
export interface Analysis {
  readonly entities: readonly AnalysedEntity[]
  readonly relations: readonly AnalysedRelation[]
  readonly roles: readonly AnalysedRole[]
  readonly access: readonly AnalysedAccess[]
  /** What is denied outright, whatever else the words grant; absent: nothing. */
  readonly denied?: readonly DeniedRight[]
  /** Fields that some alone may see, or some may not; absent: none. */
  readonly visible?: readonly Visible[]
  readonly operations: readonly AnalysedOperation[]
  readonly statements: Statements
  /** Nouns of the text that are no part of the data, and why. */
  readonly notEntities: readonly string[]
  /** Noun phrases that nothing was made of, in the order of the words; absent where that was not looked at. */
  readonly unused?: readonly Unused[]
  /** What the words say twice, and not alike. */
  readonly contradictions: readonly Contradiction[]
}

export interface Unused {
  readonly text: string
  /** Characters from the beginning of the text. */
  readonly offset: number
}

export interface Contradiction extends Provenance {
  /** `Patient.ward`, an entity, `access`, or empty for the whole. */
  readonly about: string
  readonly sentence: string
  readonly choices: readonly string[]
}

/** Where an element comes from: words of the text and where they begin, or why it was assumed. */
export interface Provenance {
  readonly quoted: boolean
  readonly quote?: string
  /** Characters from the beginning of the text. */
  readonly offset?: number
  readonly assumed?: string
  /** From 0 to 1. */
  readonly confidence: number
}

export interface AnalysedEntity extends Provenance {
  /** `WoundAssessment`. */
  readonly name: string
  readonly aliases: readonly string[]
  readonly fields: readonly AnalysedField[]
}

export interface AnalysedField extends Provenance {
  /** `birthDate`. */
  readonly name: string
  readonly aliases: readonly string[]
  /** A type of the charter: text, int32, decimal, date, instant, enum … */
  readonly type: string
  readonly optional: boolean
  readonly enum: readonly string[] | null
  readonly class: 'pii' | 'phi' | 'pan' | 'secret' | null
  /** As a charter has it: lengths, bounds, patterns. */
  readonly options: Options
}

export interface AnalysedRelation extends Provenance {
  readonly from: string
  readonly to: string
  readonly kind: 'many-to-one' | 'one-to-one' | 'many-to-many' | 'is-a'
  readonly owned: boolean
  readonly optional: boolean
  /** What `from` calls it, where the words do: `coDriver`. */
  readonly name?: string
}

export interface AnalysedRole extends Provenance {
  /** `districtNurse`. */
  readonly name: string
  readonly aliases: readonly string[]
}

export interface AnalysedAccess extends Provenance {
  readonly role: string
  /** create, read, update, delete, list, audit or an operation's name. */
  readonly do: readonly string[]
  readonly on: string
  /** The words that limit it, or null. */
  readonly when: string | null
  /** The words limit it in no form that is read, so that no rule is made of them. */
  readonly isUnclear?: boolean
}

export interface Visible extends Provenance {
  readonly on: string
  readonly field: string
  /** `only`: for these roles alone; `hidden`: for all but these. */
  readonly kind: 'only' | 'hidden'
  readonly roles: readonly string[]
}

export interface DeniedRight {
  /** `*` for everyone. */
  readonly role: string
  readonly on: string
  readonly do: readonly string[]
}

export interface AnalysedOperation extends Provenance {
  readonly name: string
  readonly on: string
  readonly aliases: readonly string[]
}

export interface Statements {
  readonly styles: readonly string[]
  readonly language: string | null
  readonly database: string | null
  readonly frameworks: readonly string[]
  readonly pageSize: number | null
  /** Requests a minute. */
  readonly rateLimit: number | null
}
