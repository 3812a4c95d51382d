import type { Naming } from '@charter/sql'
import type { Catalogue } from './catalogue.ts'
import type { Loss } from './loss-reasons.ts'
import type { Expressions } from './parse.ts'
import type { Promises } from './view-ranges.ts'

export interface FieldContext {
  readonly catalogue: Catalogue
  readonly naming: Naming
  readonly losses: Loss[]
  /** How losses name the relation: `film`, `sales.store`. */
  readonly about: string
  /** Better names of fields that refer, by column. */
  readonly wishes: ReadonlyMap<string, string>
  readonly inferred: Promises | undefined
  readonly expressions: Expressions
}
