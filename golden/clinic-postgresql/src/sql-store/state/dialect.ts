import type { Database } from '../sql-database.ts'
import type { SqlTransaction } from '../sql-transaction.ts'
import type { SqlValue } from '../sql-value.ts'

/** How a database says what state asks of it. */
export interface StateDialect {
  /** A table of the state, as statements name it. */
  table(name: string): string
  /** Condition over a column with one `?`: a JSON array text of numbers, or of texts. */
  isAmong(column: string, of: 'numbers' | 'texts'): string
  /** Inserts a row, or nothing where another has its key or a unique value of it. */
  insertNew(table: string, columns: readonly string[]): string
  /** Inserts a row, or gives the one with its key the values of the other columns. */
  upsert(table: string, key: string, columns: readonly string[]): string
  /**
   * Rows written by one statement, in `given` or in a transaction of its own.
   * A statement that is asked for how many it wrote gives them back where the database tells it in no other way.
   */
  change(database: Database, sql: string, values: readonly SqlValue[], given?: SqlTransaction | null): Promise<number>
}

export const names = (columns: readonly string[]): string => columns.map((name) => `"${name}"`).join(', ')

export const marks = (columns: readonly string[]): string => columns.map(() => '?').join(', ')

/** `insertNew` where the database knows `ON CONFLICT`. */
export const insertUnlessThere = (table: string, columns: readonly string[]): string =>
  `INSERT INTO ${table} (${names(columns)}) VALUES (${marks(columns)}) ON CONFLICT DO NOTHING`
