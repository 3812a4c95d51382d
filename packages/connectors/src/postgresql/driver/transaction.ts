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

export interface Beginning {
  /** BEGIN, in the mode that is wanted. */
  readonly begin: string
  /** The search path of the database's own, for what writes to it: null where nothing of theirs runs then. */
  readonly path: string | null
  onStatement(): void
}

/**
 * Runs `work` in a transaction that is begun so, and rolls it back when `work` rejects or has not ended by the deadline; after
 * that the transaction does nothing more, whoever still holds it.
 */
export const inTransaction = async <Result>(
  pool: Pool,
  beginning: Beginning,
  work: (transaction: Transaction) => Promise<Result>,
  until?: Until,
): Promise<Result> => {
  const connection = await pool.take('write', until)
  let isClean = false
  const state: Progress = { hasBegun: false, isOver: false, isByTheirPath: false, failure: null }
  try {
    // Cancelled while it waited for a session: nothing is begun.
    const over = whyOver(until)
    if (over) throw over
    const result = await byDeadline(until, work(transactionOn(connection, beginning, state)))
    state.isOver = true
    if (state.hasBegun) await commit(connection, state.failure, pathFor(beginning, state, true))
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

const isWrite = /^(?:INSERT|UPDATE|DELETE)\b/

/**
 * Triggers, and functions of defaults and checks, find what they name by the session's search path: theirs are written for the
 * database's own. What we read, rules before all, is looked up in no schema, so that none puts its operators in the way. Constraints
 * may be put off until COMMIT.
 */
const pathFor = ({ path }: Beginning, state: Progress, isTheirs: boolean): readonly string[] => {
  if (path === null || state.isByTheirPath === isTheirs) return []
  state.isByTheirPath = isTheirs
  return [`SET LOCAL search_path = ${isTheirs && path !== '' ? path : "''"}`]
}

interface Progress {
  hasBegun: boolean
  isOver: boolean
  isByTheirPath: boolean
  /** The first failure of a statement: nothing after it counts, whatever `work` made of it. */
  failure: unknown
}

/** BEGIN goes with the first statement, in one round trip. */
const transactionOn = (connection: Connection, beginning: Beginning, state: Progress): Transaction => {
  const run = async (sql: string, params: readonly SqlValue[]) => {
    if (state.isOver)
      throw new ProblemError(problem('timeout', { cause: new Error('The transaction of this call has ended.') }))
    if (state.failure) throw state.failure
    beginning.onStatement()
    const first = [...(state.hasBegun ? [] : [beginning.begin]), ...pathFor(beginning, state, isWrite.test(sql))]
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
const commit = async (connection: Connection, failure: unknown, first: readonly string[]): Promise<void> => {
  if (failure !== null) throw failure
  try {
    const { command } = await connection.run('COMMIT', [], first)
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
