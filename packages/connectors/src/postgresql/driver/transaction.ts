import {
  byDeadline,
  ProblemError,
  problem,
  type SqlValue,
  type Transaction,
  type Until,
  whyOver,
} from '@charter/runtime'
import type { Connection } from './connection.ts'
import { postgresqlError } from './errors.ts'
import { markOf } from './fate.ts'
import type { Pool } from './pool.ts'

/**
 * Runs `work` in a transaction that `begin` begins, and rolls it back when `work` rejects or has not ended by the deadline; after
 * that the transaction does nothing more, whoever still holds it.
 */
export const inTransaction = async <Result>(
  pool: Pool,
  begin: string,
  onStatement: () => void,
  work: (transaction: Transaction) => Promise<Result>,
  until?: Until,
): Promise<Result> => {
  const connection = await pool.take('write', until)
  let isClean = false
  const state: Progress = { hasBegun: false, isOver: false, failure: null }
  try {
    // Cancelled while it waited for a session: nothing is begun.
    const over = whyOver(until)
    if (over) throw over
    const result = await byDeadline(until, work(transactionOn(connection, { begin, state, onStatement })))
    state.isOver = true
    if (state.hasBegun) await commit(connection, state.failure)
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
  isOver: boolean
  /** The first failure of a statement: nothing after it counts, whatever `work` made of it. */
  failure: unknown
}

interface Beginning {
  readonly begin: string
  readonly state: Progress
  onStatement(): void
}

/** BEGIN goes with the first statement, in one round trip. */
const transactionOn = (connection: Connection, { begin, state, onStatement }: Beginning): Transaction => {
  const run = async (sql: string, params: readonly SqlValue[]) => {
    if (state.isOver)
      throw new ProblemError(problem('timeout', { cause: new Error('The transaction of this call has ended.') }))
    if (state.failure) throw state.failure
    onStatement()
    const first = state.hasBegun ? undefined : begin
    state.hasBegun = true
    try {
      return await connection.run(sql, params, first)
    } catch (error) {
      const meant = postgresqlError(error, { sql, params })
      state.failure ??= meant
      throw meant
    }
  }
  const all = async (sql: string, params: readonly SqlValue[]) => (await run(sql, params)).rows
  return { all, run, mark: () => markOf(all) }
}

/** A COMMIT without an answer may have been done or not: never a success, never tried again. */
const commit = async (connection: Connection, failure: unknown): Promise<void> => {
  if (failure !== null) throw failure
  try {
    const { command } = await connection.run('COMMIT', [])
    if (command !== 'COMMIT') throw new Error(`The transaction ended with ${command}.`)
  } catch (error) {
    if (connection.isOpen) throw postgresqlError(error)
    throw new ProblemError(
      problem('unavailable', {
        cause: error,
        isUndecided: true,
        detail: 'The connection was lost while the change was being saved. Read the record to see whether it was.',
      }),
    )
  }
}

/** Whether the session is as it was before the transaction. */
const rollBack = async (connection: Connection): Promise<boolean> => {
  try {
    await connection.run('ROLLBACK', [])
    return connection.isOpen
  } catch {
    return false
  }
}
