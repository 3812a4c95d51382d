import { questionText } from './slots.ts'

/** A statement and what is known of it since it was made, so that nobody reads its text again. */
export interface Statement {
  /** With its slots (slots.ts). */
  readonly text: string
  /** Nothing can be written by a read. */
  readonly kind: 'read' | 'write'
  readonly operation: 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE'
  /** The relation that it writes to, or reads first, as statements name it; null where it is none of the charter's or of the state. */
  readonly table: string | null
  /** The columns that values go into, by slot; there is none of a value that is only compared. */
  readonly columns: readonly string[]
}

/** A statement, or a text alone, of which nothing is known: a person's own, or DDL. It is taken for a write. */
export type Sql = Statement | string

/** `SELECT …`; `table`: what it reads first. */
export const readOf = (text: string, table: string | null = null): Statement => ({
  text,
  kind: 'read',
  operation: 'SELECT',
  table,
  columns: none,
})

/** `INSERT`, `UPDATE` or `DELETE`, which is one of several in a statement that begins otherwise. */
export const writeOf = (
  operation: 'INSERT' | 'UPDATE' | 'DELETE',
  {
    text,
    table,
    columns = none,
  }: { readonly text: string; readonly table: string; readonly columns?: readonly string[] },
): Statement => ({ text, kind: 'write', operation, table, columns })

const none: readonly string[] = []

/** What a database reads that has `?` for its slots. */
export const textOf = (sql: Sql): string => (typeof sql === 'string' ? sql : questionText(sql.text))

/** What is known of a statement; null of a text alone. */
export const statementIn = (sql: Sql): Statement | null => (typeof sql === 'string' ? null : sql)

export const isRead = (sql: Sql): boolean => statementIn(sql)?.kind === 'read'
