import type { FilterOperator } from '../call/predicate.ts'
import type { Until } from '../limits/until.ts'
import type { Json } from '../values/json.ts'

/** A value as drivers take and give it. Rows are arrays in column order. */
export type SqlValue = null | number | bigint | string | Uint8Array
export type SqlRow = readonly SqlValue[]

/**
 * An open database. Statements have `?` placeholders; a driver that needs others rewrites them.
 * Every method rejects with a ProblemError (`unavailable`, `timeout`, `conflict`, `referenced`) or a bug's own error.
 */
export interface Database {
  all(sql: string, params: readonly SqlValue[], until?: Until): Promise<readonly SqlRow[]>
  /**
   * One writer at a time where the engine has one; rolled back when `work` rejects, or has not ended by the deadline, after which
   * its transaction does nothing more. The deadline covers waiting for a turn.
   */
  transaction<T>(work: (transaction: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** What became of the transaction with this mark; absent where transactions have none. */
  fateOf?(mark: string): Promise<Fate>
  /** Epoch milliseconds since when the transaction waits that has waited longest to begin; null or absent: none does. */
  readonly waitingSinceMs?: number | null
  /** What it was opened on is there no more, so that nothing more can be kept; absent where that cannot be. */
  readonly isGone?: boolean
  /** Statements run since opening, for the development endpoint that conformance reads. */
  readonly statementCount: number
  close(): Promise<void>
}

export interface TransactionOptions {
  readonly until?: Until
  /** `work` does nothing outside the transaction: it may run again when the engine could not order it among others. */
  readonly isRepeatable?: boolean
}

/** A database of its own, empty, for examples and tests. */
export interface TemporaryDatabase {
  readonly url: string
  remove(): Promise<void>
}

export interface Transaction {
  all(sql: string, params: readonly SqlValue[]): Promise<readonly SqlRow[]>
  /** `table`: what the statement writes to, where who says it knows. */
  run(sql: string, params: readonly SqlValue[], table?: string): Promise<{ readonly changes: number }>
  /** Names this transaction to `fateOf`, also past a crash. */
  mark?(): Promise<string>
}

/** `unknown`: the database no longer tells, or cannot be sure that it means the same transaction. */
export type Fate = 'committed' | 'undone' | 'under-way' | 'unknown'

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

/** SQL with `?` placeholders and what to bind, in order. */
export interface Fragment {
  readonly sql: string
  readonly params: readonly Param[]
}

export type Param =
  | { readonly kind: 'value'; readonly value: SqlValue | { readonly bigint: string } }
  /** A principal's attribute, encoded with `storage` when bound; an absent one binds NULL. */
  | { readonly kind: 'principal'; readonly name: string; readonly storage: Storage }
  /** Whether the principal holds the role: 1 or 0. */
  | { readonly kind: 'role'; readonly name: string }

/** An update of one row. Parameters: `fields` in order, then what finds the row. */
export interface UpdateSql {
  readonly sql: string
  readonly fields: readonly string[]
  /**
   * Of a table that is somebody else's: what a statement is made of that sets the given fields alone, so that the others stay as
   * they are, byte for byte, whatever can be said of them.
   */
  readonly parts?: { readonly before: string; readonly sets: Readonly<Record<string, string>>; readonly after: string }
}

/**
 * Everything a service says to its database about one entity, rendered once by the connector. The entity's row is
 * `t` in every piece. `packages/sql/src/store` makes statements of the pieces, of words that all databases read alike, and binds.
 */
export interface EntitySql {
  readonly entity: string
  /** `"patient" AS t`, with what hides soft-deleted rows in `visible`. */
  readonly from: string
  /** `DELETE FROM "patient" AS t`: any rows, past rules, as whoever puts examples back does. */
  readonly removeFrom: string
  /** Holds of rows that are there: not soft-deleted. Null: all are. */
  readonly visible: string | null
  /** A condition that every statement over rows carries, or null. */
  readonly everywhere: string | null
  readonly columns: Readonly<Record<string, ColumnSql>>
  /** `t."id" = ?` for each key field, joined with AND. */
  readonly byKey: string
  /** What `update`, `remove` and `reseal` find a row by, where its key holds within the tenant alone: that with the tenant. */
  readonly rowKey?: readonly string[]
  /** Row version for ETag: an expression that selects as text, or null where a digest of the row stands in. */
  readonly version: string | null
  readonly rules: Readonly<Record<string, Fragment>>
  /** `t."tenantId" = ?` or null. */
  readonly tenancy: string | null
  /** Parameters in `fields` order. */
  readonly insert: { readonly sql: string; readonly fields: readonly string[] } | null
  /** Gives the key that the database made for the row just inserted, in the same transaction; null where it makes none. */
  readonly insertedKey?: string | null
  /** Sets `fields`, in order, then what finds the row. Increments the version where there is one. */
  readonly update: UpdateSql | null
  /**
   * Where the entity has protected fields: puts other ciphertexts (and blind indexes) of the same values into a row, unless
   * it was written meanwhile. Parameters: the new texts in `fields` order, what finds the row, the texts before in `fields` order.
   * Neither the version nor what a reader sees of the row changes.
   */
  readonly reseal?: { readonly sql: string; readonly fields: readonly string[] }
  /** Parameters that find the row; for a soft delete, the instant first. */
  readonly remove: string | null
  /** `SELECT 1 FROM (SELECT …) AS t WHERE `: judges a row before it is written. Parameters in `fields` order. */
  readonly proposed: { readonly sql: string; readonly fields: readonly string[] }
  readonly relations: Readonly<Record<string, RelationSql>>
  /** Over rows with a text `c0` and a number `place`: the texts in the order of the numbers, a line each. */
  readonly lines: string
}

/**
 * A protected field's column holds text whatever its type: ciphertext, or a token. An encrypted field that can be searched
 * has a column beside it for its blind index, which `EntitySql.columns` names `indexOf(field)`; only that one has filters.
 */
export interface ColumnSql {
  /** Over `t`, giving what `storage` reads. */
  readonly select: string
  /** Over `t`, in the order SEMANTICS asks (binary for columns we own). */
  readonly sort: string
  readonly storage: Storage
  /**
   * Over `t`, the JSON text of the value: exactly `JSON.stringify` of what `storage` makes of `select`, `null` for no value,
   * never NULL. Absent where the database cannot say it so.
   */
  readonly json?: string
  /** Conditions with one `?` each; `in` takes one JSON array text; `isNull` none. `startsWith` and `like` take the pattern. */
  readonly filters: Readonly<Partial<Record<FilterOperator, string>>>
  /** Over the rows of a group, for types that have an order and are not protected. */
  readonly aggregate?: AggregateSql
  /** Whether it can hold NULL, which decides the keyset condition; left out: it cannot. */
  readonly isNullable?: boolean
  /** The column's own name, where it is not the field's: a conflict names it. */
  readonly name?: string
}

/** `min`, `max`: what `storage` reads. `sum`, of exact numbers as text in the same storage, and `count` of values: of numbers alone. */
export interface AggregateSql {
  readonly min: string
  readonly max: string
  readonly sum?: string
  readonly count?: string
  /** How many of the values cannot be said; absent where all can. */
  readonly unsaid?: string
}

/** Ending of the column that holds a blind index. */
export const indexColumnSuffix = '_index'

/** Rows of the target for a batch of parents. */
export interface RelationSql {
  readonly target: string
  /** Replaces the target's `from`: `"prescription" AS t`. */
  readonly from: string
  /**
   * Many-to-many: what stands after `from` joins the rows of the entity in between as `j`. They are selected as `t` between
   * `open` and `close`, so that the conditions of that entity are spliced there like everywhere else.
   */
  readonly joining?: { readonly entity: string; readonly open: string; readonly close: string }
  /** Expressions, over `t` or `j`, that give the parent's `from` values, encoded as the parent's own columns are selected. */
  readonly parentKey: readonly string[]
  /** Condition with one `?`: a JSON array text of parent keys (scalars for one field, arrays for several). */
  readonly match: string
}

/** A JSON array text that `filters.in` and `RelationSql.match` take; big integers stay digits. */
export const jsonArrayText = (values: readonly (SqlValue | readonly SqlValue[])[]): string =>
  `[${values.map((value) => (Array.isArray(value) ? jsonArrayText(value) : jsonText(value as SqlValue))).join(',')}]`

const jsonText = (value: SqlValue): string =>
  typeof value === 'bigint'
    ? value.toString()
    : value instanceof Uint8Array
      ? 'null'
      : JSON.stringify(value satisfies Json)
