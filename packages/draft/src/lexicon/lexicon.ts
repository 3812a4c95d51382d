/** What a noun is; README of `lexicon/`. */
export type NounKind =
  | 'thing'
  | 'actor'
  | 'client'
  | 'event'
  | 'place'
  | 'document'
  | 'group'
  | 'measure'
  | 'property'
  | 'container'
  | 'software'
  | 'trade'
  | 'stuff'
  | 'time'

export interface UsualField {
  readonly name: string
  readonly type: string
  readonly isOptional: boolean
  readonly values: readonly string[] | null
  readonly class: 'pii' | 'phi' | 'pan' | 'secret' | null
}

export interface NounSense {
  readonly is: NounKind
  readonly near: readonly string[]
  readonly fields: readonly UsualField[]
  /** What it usually refers to, the most usual first. */
  readonly of: readonly string[]
  readonly parts: readonly string[]
  readonly states: readonly string[]
  readonly like: readonly string[]
  /** Of a property or a measure. */
  readonly type: UsualField | null
  readonly unit: string | null
  /** What a property is called as a field. */
  readonly field: string | null
  /** The file it stands in: `gym`, `general`. */
  readonly trade: string
}

export interface VerbSense {
  readonly near: readonly string[]
  readonly trade: string
  readonly like: readonly string[]
  readonly makes: string | null
  readonly of: readonly string[]
  readonly fields: readonly UsualField[]
  readonly moves: string | null
  readonly from: string | null
  readonly right: 'create' | 'read' | 'update' | 'delete' | 'list' | null
  readonly links: readonly [string, string] | null
  readonly measures: string | null
  readonly isKeeping: boolean
  readonly isNothing: boolean
}

export interface Noun {
  /** `membership plan`. */
  readonly name: string
  readonly plural: string
  readonly senses: readonly NounSense[]
}

export interface Verb {
  /** `pick up`. */
  readonly name: string
  readonly past: string
  readonly senses: readonly VerbSense[]
}
