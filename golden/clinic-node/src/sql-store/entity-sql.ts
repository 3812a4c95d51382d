import type { FilterOperator } from '../runtime/index.ts'
import type { Fragment } from './fragment.ts'
import type { Storage } from './stored-as.ts'

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
  /** `"patient"`: how statements name what holds its rows. */
  readonly table: string
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
  /**
   * `INSERT INTO "patient" AS t (…) SELECT … FROM (SELECT …) AS t`, which takes conditions over the row before it is written, and gives
   * what is asked of it behind ` RETURNING `. Parameters in `fields` order. Absent where the database cannot, or makes part of the row.
   */
  readonly insertIf?: { readonly sql: string; readonly fields: readonly string[] }
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
