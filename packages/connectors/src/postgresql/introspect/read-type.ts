import type { Type } from '@charter/runtime'
import type { Constraint } from './catalogue.ts'
import type { Loss } from './loss-reasons.ts'

/** A charter's type for a column, and what the charter cannot say of it. */
export interface ReadType {
  readonly type: Type
  /** Whether rendering has to know the column's own type. */
  readonly isOwn?: boolean
  /** Whether values can be read, but not surely written back. */
  readonly isReadOnly?: boolean
  /** Whether two texts are equal that are not the same, or the other way round. */
  readonly isFolded?: boolean
  /** Texts that differ in case alone are equal: `citext`, and domains over it. */
  readonly isCaseless?: boolean
  readonly loss?: Omit<Loss, 'about'>
  /** What domains add. */
  readonly isNotNull?: boolean
  readonly default?: string
  readonly checks?: readonly Constraint[]
}
