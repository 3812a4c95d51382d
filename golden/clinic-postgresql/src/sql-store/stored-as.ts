/** How a canonical value is stored and read back; `select` expressions already give what `read` expects. */
export type Storage =
  | { readonly kind: 'text' | 'integer' | 'real' | 'boolean' | 'json' | 'blob' }
  /** int64 in an integer column: selected as text, bound as bigint. */
  | { readonly kind: 'bigint' }
  /** decimal as an integer scaled by 10^scale: selected as text, bound as bigint. */
  | { readonly kind: 'scaled'; readonly scale: number }
  /** instant as integer microseconds since 1970-01-01T00:00:00Z: selected as text, bound as bigint. */
  | { readonly kind: 'micros' }
  /** decimal in a float64 column that the charter asserts exact (p ≤ 15). */
  | { readonly kind: 'asserted'; readonly precision: number; readonly scale: number }
  /** dateTime or instant as text in the source's own spelling (`2010-01-01 00:00:00`), `T` and zone added on the way out. */
  | { readonly kind: 'spacedDateTime' }
  /** uuid in a 16-byte blob. */
  | { readonly kind: 'uuidBlob' }
  /** int64 that JSON carries as a number; one outside ±(2^53−1) cannot be said. */
  | { readonly kind: 'safeInteger' }
  /** decimal in an exact column: selected and bound as its digits. `precision`: more of them cannot be said; absent: the column has no more. */
  | { readonly kind: 'numeric'; readonly precision?: number; readonly scale: number }
  /** Temporal columns, selected and bound in ISO spelling with a blank (`2010-01-01 00:00:00.25+00`); infinity and other years cannot be said. */
  | { readonly kind: 'date' | 'time' | 'timestamp' | 'timestamptz' }
  /** instant in a column of date and time that is in UTC by agreement: no zone is selected or bound. */
  | { readonly kind: 'utc' }
