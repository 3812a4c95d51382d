import type { Meaning } from './meaning.ts'

/** What differs between the servers that speak this protocol, to whoever opens a session. */
export interface Product {
  /** `MariaDB`, in sentences. */
  readonly title: string
  /** Of its URLs. */
  readonly scheme: string
  /** Whether what `SELECT VERSION()` gives is a version of this product. */
  isOurs(version: string): boolean
  /** What to do about a server that is the other product. */
  readonly otherwise: string
  /** Order and equality by code point, a blank at the end counted. */
  readonly collation: string
  /** What `sql_mode` of a session has besides the modes that both are given. */
  readonly modes: readonly string[]
  /** Variables of a session that the other product has not, with their values as SQL. A statement may run so many milliseconds. */
  settings(statementTimeoutMs: number): Readonly<Record<string, string>>
  /** After how many milliseconds this side ends a statement that the server may let run on; null: the server ends each by itself. */
  endedAfterMs(statementTimeoutMs: number): number | null
  /** What follows the values of an INSERT, so that a row that is there takes these columns of what was given. Names without quotes. */
  onDuplicate(columns: readonly string[]): string
  /** A statement that makes an index where there is none of its name; null: CREATE TABLE has to name it. */
  indexOnce(name: string, table: string, column: string): string | null
  /** What errors mean whose numbers are this product's own. */
  readonly errors: Readonly<Record<number, Meaning>>
}
