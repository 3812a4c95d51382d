import type { Fate, TransactionOptions, Until } from '../runtime/index.ts'
import type { SqlTransaction } from './sql-transaction.ts'
import type { SqlRow, SqlValue } from './sql-value.ts'
import type { Sql } from './statement.ts'

/**
 * An open database. Slots of statements are `?`; a driver whose database has others puts those in their places.
 * Every method rejects with a ProblemError (`unavailable`, `timeout`, `conflict`, `referenced`) or a bug's own error.
 */
export interface Database {
  /** `tenant`: whose rows alone are there, where the database keeps tenants apart by itself. */
  all(sql: Sql, params: readonly SqlValue[], until?: Until, tenant?: string): Promise<readonly SqlRow[]>
  /** What never asks a copy that may lag behind, where `all` does. */
  readonly primary?: Pick<Database, 'all'>
  /**
   * One writer at a time where the engine has one; rolled back when `work` rejects, or has not ended by the deadline, after which
   * its transaction does nothing more. The deadline covers waiting for a turn.
   */
  transaction<T>(work: (transaction: SqlTransaction) => Promise<T>, options?: TransactionOptions): Promise<T>
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
