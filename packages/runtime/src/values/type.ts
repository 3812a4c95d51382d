/**
 * What a value may be. One closed union for fields, inputs, results and members of records.
 *
 * A value of each type has exactly one JSON form ("canonical form", docs/semantics.md), and that form is what a Call
 * carries in process too: text, uuid, date, time, dateTime, instant, duration, bytes (base64), enum, decimal and int64
 * are strings; int32, float64 and an int64 with `isNumber` are numbers.
 */
export type Type =
  | TextType
  | { readonly kind: 'int32'; readonly min?: number; readonly max?: number }
  /** `min` and `max` are decimal digits. `isNumber`: the declared range lies inside ±(2^53−1), so JSON carries a number. */
  | { readonly kind: 'int64'; readonly min?: string; readonly max?: string; readonly isNumber?: boolean }
  | DecimalType
  | { readonly kind: 'float64'; readonly min?: number; readonly max?: number }
  | { readonly kind: 'boolean' }
  /** `min` and `max` are dates, or `today`. */
  | { readonly kind: 'date'; readonly min?: string; readonly max?: string }
  | { readonly kind: 'time' }
  | { readonly kind: 'dateTime' }
  /** `min` and `max` are instants, or `now`. */
  | { readonly kind: 'instant'; readonly min?: string; readonly max?: string }
  /** Elapsed time: ISO 8601 with days, hours, minutes, seconds (`P1DT2H3M4.5S`). */
  | { readonly kind: 'duration' }
  | { readonly kind: 'uuid' }
  /** `lengthMax` counts bytes before base64; never above 1 MiB. */
  | { readonly kind: 'bytes'; readonly lengthMax?: number }
  | { readonly kind: 'json' }
  | { readonly kind: 'enum'; readonly values: readonly string[] }
  | ArrayType
  | { readonly kind: 'vector'; readonly size: number }
  | { readonly kind: 'record'; readonly members: readonly Member[] }
  /** `tag` names the member that holds the variant's name. */
  | { readonly kind: 'union'; readonly tag: string; readonly variants: Readonly<Record<string, readonly Member[]>> }
  | { readonly kind: 'map'; readonly values: Type; readonly lengthMax?: number }
  /** A type declared under `types:`; the only way to recursion. */
  | { readonly kind: 'named'; readonly name: string }

/** Lengths count code points. `pattern` is in the subset RE2 and ECMAScript read alike and matches the whole value. */
export interface TextType {
  readonly kind: 'text'
  readonly lengthMin?: number
  readonly lengthMax?: number
  readonly pattern?: string
  readonly format?: TextFormat
}

/** RFC 5321 addr-spec, RFC 3986 URI, E.164 number, RFC 1123 host name, RFC 4291/791 address, ISO 3166-1 alpha-2, ISO 4217. */
export type TextFormat = 'email' | 'uri' | 'phone' | 'hostname' | 'ip' | 'country' | 'currency'

/** At most `precision` digits in all, exactly `scale` of them after the point in canonical form. */
export interface DecimalType {
  readonly kind: 'decimal'
  readonly precision: number
  readonly scale: number
  readonly min?: string
  readonly max?: string
}

export interface ArrayType {
  readonly kind: 'array'
  readonly items: Type
  readonly lengthMin?: number
  readonly lengthMax?: number
}

/** A named value inside a record, a union's variant, or an operation's input. */
export interface Member {
  readonly name: string
  readonly type: Type
  readonly isOptional: boolean
  readonly default?: Default
  readonly description?: string
}

/** What an absent value becomes on create. `database`: the source fills it in and the row is read back. */
export type Default =
  | { readonly kind: 'value'; readonly value: import('./json.ts').Json }
  | { readonly kind: 'uuid' | 'sequence' | 'now' | 'today' | 'tenant' | 'principal' | 'database' }
