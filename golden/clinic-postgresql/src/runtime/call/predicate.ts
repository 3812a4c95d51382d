import type { Json } from '../values/json.ts'
import type { Type } from '../values/type.ts'

/**
 * A condition on one row, a principal and a call: what access rules compile to, and what a client's filter is.
 * `evaluate` (evaluate.ts) decides it in three values; a connector renders it for its store.
 */
export type Predicate =
  | { readonly kind: 'true' }
  | { readonly kind: 'false' }
  | { readonly kind: 'and' | 'or'; readonly of: readonly Predicate[] }
  | { readonly kind: 'not'; readonly of: Predicate }
  | { readonly kind: 'compare'; readonly op: Comparison; readonly left: Operand; readonly right: Operand }
  /** `left` equals one of `right`. */
  | { readonly kind: 'in'; readonly left: Operand; readonly right: readonly Operand[] }
  /** SQL LIKE: `%` any run, `_` one code point, `\` escapes; case-sensitive, whole value. */
  | { readonly kind: 'like'; readonly left: Operand; readonly pattern: string }
  | { readonly kind: 'startsWith'; readonly left: Operand; readonly prefix: string }
  | { readonly kind: 'isNull'; readonly left: Operand }
  /** Array operands: `left` has `right` (one element), all of `right`, any of `right`. */
  | { readonly kind: 'contains' | 'containsAll' | 'containsAny'; readonly left: Operand; readonly right: Operand }
  /**
   * Of the row that the to-one relations of `path` lead to (an error where there is none), the relations of `of`, some of them to many,
   * lead to at least so many rows of which `where` is true.
   */
  | {
      readonly kind: 'exists'
      readonly path: readonly string[]
      readonly of: readonly string[]
      readonly where: Predicate
      readonly atLeast: number
    }
  /** The principal holds the role. */
  | { readonly kind: 'role'; readonly name: string }

export type Comparison = 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge'

export type Operand =
  /** A field of the row, or of a row reached over to-one relations: `resource.patient.ward` is `['patient', 'ward']`. `type` where order matters. */
  | { readonly kind: 'field'; readonly path: readonly string[]; readonly type?: Type }
  /** An attribute of the principal; `id` is its subject. `type` of a moment, of which `plusMs` is so many milliseconds later. */
  | { readonly kind: 'principal'; readonly name: string; readonly type?: Type; readonly plusMs?: number }
  | { readonly kind: 'value'; readonly value: Json; readonly type: Type }

/** What a client may ask of a field; which apply depends on its type (`filter.ts`). */
export type FilterOperator = Comparison | 'in' | 'like' | 'startsWith' | 'isNull'

export const always: Predicate = { kind: 'true' }
export const never: Predicate = { kind: 'false' }

/** `deciding`: the constant that decides all; `idle`: the one that decides nothing, and that none at all is. */
const joining =
  (kind: 'and' | 'or', deciding: Predicate, idle: Predicate) =>
  (...of: readonly Predicate[]): Predicate => {
    if (of.some((each) => each.kind === deciding.kind)) return deciding
    const left = of.filter((each) => each.kind !== idle.kind)
    return left.length === 1 && left[0] ? left[0] : left.length === 0 ? idle : { kind, of: left }
  }

/** Conjunction with the constants folded; an empty one is true. */
export const and = joining('and', never, always)

/** Disjunction with the constants folded; an empty one is false. */
export const or = joining('or', always, never)

export const not = (of: Predicate): Predicate =>
  of.kind === 'true' ? never : of.kind === 'false' ? always : of.kind === 'not' ? of.of : { kind: 'not', of }
