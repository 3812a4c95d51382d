/** What a schema shows of a charter: shapes of values, keys, relations, what is offered. Bounds, defaults and rules are not seen. */
export interface Projection {
  /** By the name of the object type. */
  readonly entities: Readonly<Record<string, SeenEntity>>
  readonly operations: Readonly<Record<string, SeenOperation>>
}

/** An entity as a schema shows it. `offers`: operations, sorted. */
export interface SeenEntity {
  readonly key: readonly string[]
  readonly fields: SeenMembers
  readonly relations: Readonly<Record<string, { readonly kind: 'one' | 'many'; readonly target: string }>>
  readonly offers: readonly string[]
}

/** A custom operation as a schema shows it. */
export interface SeenOperation {
  readonly effect: 'read' | 'write'
  /** Whose key is asked. */
  readonly keyOf: string | null
  readonly input: SeenMembers
  readonly result: SeenType | null
}

/** Named values; `isOptional` of an input: it may be left out. */
export type SeenMembers = Readonly<Record<string, { readonly type: SeenType; readonly isOptional: boolean }>>

/** A value as a schema shows it. */
export type SeenType =
  | { readonly kind: string }
  | { readonly kind: 'enum'; readonly values: readonly string[] }
  | { readonly kind: 'list'; readonly of: SeenType }
  | { readonly kind: 'record'; readonly members: SeenMembers }
  | { readonly kind: 'union'; readonly tag: string; readonly variants: Readonly<Record<string, SeenMembers>> }
  | { readonly kind: 'entity'; readonly name: string }

/** The charter's kind of value that each scalar stands for. */
export const kindOfScalar: Readonly<Record<string, string>> = {
  String: 'text',
  Int: 'int32',
  Int64: 'int64',
  SafeInt: 'int64 number',
  Decimal: 'decimal',
  Float: 'float64',
  Boolean: 'boolean',
  Date: 'date',
  Time: 'time',
  DateTime: 'dateTime',
  Instant: 'instant',
  Duration: 'duration',
  UUID: 'uuid',
  Bytes: 'bytes',
  JSON: 'json',
}
