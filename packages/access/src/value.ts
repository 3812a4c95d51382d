import type { Entity, ResolvedSet } from '@charter/charter'
import type { Json, Operand, Type } from '@charter/runtime'

/** A value in a condition. A literal takes the type of what it is compared with (`operandOf`). */
export type Value =
  | { readonly kind: 'operand'; readonly operand: Operand; readonly type: Type }
  | { readonly kind: 'literal'; readonly value: Json }
  | TimeValue
  /** A row reached over to-one relations; `from` are the fields that hold its key. */
  | {
      readonly kind: 'row'
      readonly path: readonly string[]
      readonly entity: Entity
      readonly holder: RowHolder | null
    }
  | { readonly kind: 'principal' }
  | { readonly kind: 'context' }
  /** The rows that a set leads to from the row at the end of `path`. */
  | {
      readonly kind: 'set'
      readonly path: readonly string[]
      readonly name: string
      readonly set: ResolvedSet
    }
  /** How many these are. */
  | { readonly kind: 'count'; readonly path: readonly string[]; readonly set: ResolvedSet }

/** The relation that leads to a row. */
export interface RowHolder {
  readonly path: readonly string[]
  readonly from: readonly string[]
  readonly isOptional: boolean
}

/** What is of time and is not yet a value: a moment that something is added to, a duration, what passed between two moments. */
export type TimeValue =
  | Shifted
  | { readonly kind: 'duration'; readonly ms: number }
  | { readonly kind: 'elapsed'; readonly from: Placed; readonly to: Placed }

/** A value so many milliseconds later. */
export interface Shifted {
  readonly kind: 'shifted'
  readonly operand: Operand
  readonly type: Type
  readonly plusMs: number
}

/** A moment: a value, or a literal in epoch milliseconds. */
export type Placed = Shifted | { readonly kind: 'moment'; readonly atMs: number }
