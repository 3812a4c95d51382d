/**
 * What may stand where in the document, as data: `conform` refuses what does not fit, and `charterSchema` publishes the
 * same as JSON Schema, so the two agree by construction.
 */
export type Shape =
  | { readonly kind: 'text'; readonly pattern?: Pattern; readonly description?: string }
  | { readonly kind: 'number' | 'boolean' | 'null' }
  /** A number or the text of one. */
  | { readonly kind: 'quantity' }
  | { readonly kind: 'choice'; readonly values: readonly (string | boolean)[]; readonly description?: string }
  /** Any JSON value. */
  | { readonly kind: 'any'; readonly description?: string }
  | { readonly kind: 'list'; readonly of: Shape; readonly lengthMin?: number }
  | { readonly kind: 'dictionary'; readonly names: Pattern; readonly of: Shape; readonly description?: string }
  | ObjectShape
  /** At most one of the shapes fits each kind of value (scalar, list, map), so that a mistake is told in its own words. */
  | { readonly kind: 'either'; readonly of: readonly Shape[] }
  | { readonly kind: 'ref'; readonly name: string }

export interface ObjectShape {
  readonly kind: 'object'
  /** As in "means nothing in a field". */
  readonly name: string
  readonly members: Readonly<Record<string, Shape>>
  readonly required: readonly string[]
  /** A map under any other name may be for a style that whoever reads does not know: nothing is said of it. */
  readonly mayNameStyles?: boolean
  readonly description?: string
}

/** `rule` completes "a name is …". */
export interface Pattern {
  readonly source: string
  readonly rule: string
}
