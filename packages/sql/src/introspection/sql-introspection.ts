import type { Introspection } from '@charter/charter'

/** A database's charter, with what it was read from. */
export interface SqlIntrospection extends Introspection {
  readonly tables: number
  /** What the tables are found by: views have no indexes and are not named. */
  readonly indexes: readonly TableIndexes[]
}

/** A table's indexes over all of its rows, its key among them, each by its columns in order. */
export interface TableIndexes {
  readonly schema?: string
  readonly table: string
  readonly indexes: readonly (readonly string[])[]
}
