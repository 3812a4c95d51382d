import type { Options } from '../outline.ts'

/** What is commonly known of one kind of business, for words that leave it out. Every use of it is marked as assumed. */
export interface Domain {
  readonly name: string
  /** Words that tell that a request is about it. */
  readonly cues: RegExp
  readonly entities: readonly DomainEntity[]
  /** Who usually does what, where the words name nobody. */
  readonly roles: readonly DomainRole[]
  readonly operations: readonly DomainOperation[]
}

export interface DomainEntity {
  readonly name: string
  /** Other names for it, as entity names. */
  readonly aliases: readonly string[]
  readonly description: string
  readonly fields: Readonly<Record<string, Options>>
  /** To-one relations by name: the target, which must be there too. */
  readonly references: Readonly<Record<string, Options>>
  /** Collections that have a name or a route of their own. */
  readonly collections?: Readonly<Record<string, Options>>
  readonly checks?: Readonly<Record<string, Options>>
  readonly rest?: Options
}

export interface DomainRole {
  readonly name: string
  /** `Entity: actions`; a condition after `when`. */
  readonly allow: Readonly<Record<string, { readonly do: readonly string[]; readonly own?: boolean }>>
}

export interface DomainOperation {
  readonly name: string
  readonly entity: string
  readonly description: string
  readonly input: Readonly<Record<string, Options>>
  readonly errors: readonly string[]
}

export const defineDomain = (domain: Domain): Domain => domain
