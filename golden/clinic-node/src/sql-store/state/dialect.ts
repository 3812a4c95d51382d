import type { Database } from '../sql-database.ts'
import type { SqlTransaction } from '../sql-transaction.ts'
import type { SqlValue } from '../sql-value.ts'
import { type Statement, writeOf } from '../statement.ts'

/** How a database says what state asks of it. */
export interface StateDialect {
  /** A table of the state, as statements name it. */
  table(name: string): string
  /** Condition over a column with one `?`: a JSON array text of numbers, or of texts. */
  isAmong(column: string, of: 'numbers' | 'texts'): string
  /** Inserts a row, or nothing where another has its key or a unique value of it. */
  insertNew(table: string, columns: readonly string[]): Statement
  /** Inserts a row, or gives the one with its key the values of the other columns. */
  upsert(table: string, key: string, columns: readonly string[]): Statement
  /**
   * Rows written by one statement, in `given` or in a transaction of its own.
   * A statement that is asked for how many it wrote gives them back where the database tells it in no other way.
   */
  change(
    database: Database,
    statement: Statement,
    values: readonly SqlValue[],
    given?: SqlTransaction | null,
  ): Promise<number>
}

export const names = (columns: readonly string[]): string => columns.map((name) => `"${name}"`).join(', ')

/** `insertNew` where the database knows `ON CONFLICT`. */
export const insertUnlessThere = (table: string, columns: readonly string[]): Statement =>
  insertInto(table, columns, { after: ' ON CONFLICT DO NOTHING' })

/** `INSERT INTO "job" ("name") VALUES (?)`, with other words where a dialect has them, and what it says after. */
export const insertInto = (
  table: string,
  columns: readonly string[],
  { words = 'INSERT INTO', after = '' }: { readonly words?: string; readonly after?: string } = {},
): Statement =>
  writeOf('INSERT', {
    text: `${words} ${table} (${names(columns)}) VALUES (${columns.map(() => '?').join(', ')})${after}`,
    table,
    columns,
  })

/** `DELETE FROM "job" WHERE "name" = ?`. */
export const deleteFrom = (table: string, condition: string): Statement =>
  writeOf('DELETE', { text: `DELETE FROM ${table} WHERE ${condition}`, table })

/** `UPDATE "job" SET "position" = ? WHERE "name" = ?`. */
export const updateSetting = (table: string, columns: readonly string[], condition: string): Statement =>
  writeOf('UPDATE', {
    text: `UPDATE ${table} SET ${columns.map((name) => `"${name}" = ?`).join(', ')} WHERE ${condition}`,
    table,
    columns,
  })
