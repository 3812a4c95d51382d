import type { Transaction } from '../runtime/index.ts'
import type { SqlRow, SqlValue } from './sql-value.ts'
import type { Sql } from './statement.ts'

/**
 * What a transaction of a store over SQL is, for who is handed it: the state beside its rows, and bodies of operations. Statements are
 * done in the order they are said, whether or not the one before was waited for; those said at once may be one round trip.
 */
export interface SqlTransaction extends Transaction {
  /** `sql`: a statement; or a text with `?` for each of the values, as a body says it. */
  all(sql: Sql, params: readonly SqlValue[]): Promise<readonly SqlRow[]>
  /** The same of one that is asked how many rows it wrote. */
  run(sql: Sql, params: readonly SqlValue[]): Promise<{ readonly changes: number }>
  /**
   * One whose answer nobody reads: it is done after all that was said before and ahead of all that is said after, and may be sent with
   * the next or with the end of the transaction. Should it fail, so does the transaction, and what it was sent with rejects.
   */
  later(sql: Sql, params: readonly SqlValue[]): Promise<void>
}

/** The same, of what the engine hands on without knowing more of it. Throws where the rows are in no SQL database. */
export const sqlTransaction = (transaction: Transaction): SqlTransaction => {
  if (!('run' in transaction)) throw new Error('the rows of this service are in no SQL database')
  // Stores over SQL make no other.
  return transaction as SqlTransaction
}
