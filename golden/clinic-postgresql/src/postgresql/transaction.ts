import {
  byDeadline,
  ProblemError,
  problem,
  type SqlValue,
  type Transaction,
  type Until,
  whyOver,
} from '../runtime/index.ts'
import type { Pool } from '../sql-server/index.ts'
import type { Connection } from './connection.ts'
import { postgresqlError, stateOf } from './errors.ts'
import { markOf } from './fate.ts'
import { isRead, writtenBy } from './said.ts'
import type { SearchPath } from './search-path.ts'

export interface Beginning {
  /** BEGIN, in the mode that is wanted. */
  readonly begin: string
  /** Where the database's own triggers and functions find what they name; null where none of theirs runs. */
  readonly path: SearchPath | null
  onStatement(): void
}

/**
 * Runs `work` in a transaction that is begun so, and rolls it back when `work` rejects or has not ended by the deadline; after
 * that the transaction does nothing more, whoever still holds it.
 */
export const inTransaction = async <Result>(
  pool: Pool<Connection>,
  beginning: Beginning,
  work: (transaction: Transaction) => Promise<Result>,
  until?: Until,
): Promise<Result> => {
  const connection = await pool.take('write', until)
  let isClean = false
  const state: Progress = {
    hasBegun: false,
    hasWritten: false,
    written: new Set(),
    hasOwnPath: false,
    isOver: false,
    failure: null,
  }
  try {
    // Cancelled while it waited for a session: nothing is begun.
    const over = whyOver(until)
    if (over) throw over
    const result = await byDeadline(until, work(transactionOn(connection, beginning, state)))
    state.isOver = true
    if (state.hasBegun)
      await commit(connection, state.failure, state.hasWritten && !state.hasOwnPath ? beginning.path : null)
    isClean = true
    return result
  } catch (error) {
    // Whoever still holds the transaction, as a body that was not waited for does, can do nothing more with it.
    state.isOver = true
    isClean = !state.hasBegun || (await rollBack(connection))
    throw error
  } finally {
    pool.giveBack(connection, 'write', isClean)
  }
}

interface Progress {
  hasBegun: boolean
  hasWritten: boolean
  /** Relations written to. */
  readonly written: Set<string>
  hasOwnPath: boolean
  isOver: boolean
  /** The first failure of a statement: nothing after it counts, whatever `work` made of it. */
  failure: unknown
}

/** BEGIN goes with the first statement, in one round trip. */
const transactionOn = (
  connection: Connection,
  { begin, path, onStatement }: Beginning,
  state: Progress,
): Transaction => {
  const run = async (sql: string, params: readonly SqlValue[]) => {
    if (state.isOver)
      throw new ProblemError(problem('timeout', { cause: new Error('The transaction of this call has ended.') }))
    if (state.failure) throw state.failure
    onStatement()
    const said = { sql, params, written: state.written }
    const first = state.hasBegun ? null : begin
    // Who says where to look, as a body may, is not spoken over.
    state.hasOwnPath ||= /\bsearch_path\b/i.test(sql)
    const around = isRead(said) || state.hasOwnPath ? null : path
    state.hasBegun = true
    const relation = writtenBy(sql)
    if (relation !== null) state.written.add(relation)
    state.hasWritten ||= around !== null
    try {
      return await connection.run(sql, params, { first, around })
    } catch (error) {
      const meant = postgresqlError(error, said)
      state.failure ??= meant
      throw meant
    }
  }
  const all = async (sql: string, params: readonly SqlValue[]) => (await run(sql, params)).rows
  return { all, run, mark: () => markOf(all) }
}

/** A COMMIT without an answer may have been done or not: never a success, never tried again. Triggers may have been put off until it. */
const commit = async (connection: Connection, failure: unknown, path: SearchPath | null): Promise<void> => {
  if (failure !== null) throw failure
  try {
    const { command } = await connection.run('COMMIT', [], { first: path?.before ?? null })
    if (command !== 'COMMIT') throw ended(command)
  } catch (error) {
    // What goes before COMMIT is not done any more in a transaction that has failed.
    if (connection.isOpen) throw postgresqlError(stateOf(error) === '25P02' ? ended('ROLLBACK') : error)
    throw new ProblemError(
      problem('unavailable', {
        cause: error,
        isUndecided: true,
        detail: 'The connection was lost while the change was being saved. Read the record to see whether it was.',
      }),
    )
  }
}

const ended = (command: string): Error => new Error(`The transaction ended with ${command}.`)

/** Whether the session is as it was before the transaction. */
const rollBack = async (connection: Connection): Promise<boolean> => {
  try {
    await connection.run('ROLLBACK', [])
    return connection.isOpen
  } catch {
    return false
  }
}
