import { Course, lostCommit, type OpenTransaction, rolledBack } from '../sql-server/index.ts'
import { isRead, type Sql, type SqlValue, statementIn } from '../sql-store/index.ts'
import type { Connection } from './connection.ts'
import { postgresqlError, stateOf } from './errors.ts'
import { markOf } from './fate.ts'
import type { SearchPath } from './search-path.ts'
import { namesPath } from './text-alone.ts'

export interface TransactionStart {
  /** BEGIN, in the mode that is wanted; it goes with the first statement, in one round trip. */
  readonly begin: string
  /** Where the database's own triggers and functions find what they name; null where none of theirs runs. */
  readonly path: SearchPath | null
}

export const transactionOn = (connection: Connection, { begin, path }: TransactionStart): OpenTransaction => {
  const course = new Course()
  const written = new Set<string>()
  let hasBegun = false
  let hasWritten = false
  let hasOwnPath = false
  const run = async (sql: Sql, params: readonly SqlValue[]) => {
    course.requireOpen()
    const said = { sql, params, written }
    const first = hasBegun ? null : begin
    // Who says where to look, as a body may, is not spoken over.
    hasOwnPath ||= typeof sql === 'string' && namesPath(sql)
    const around = isRead(sql) || hasOwnPath ? null : path
    hasBegun = true
    const statement = statementIn(sql)
    if (statement?.kind === 'write' && statement.table !== null) written.add(statement.table)
    hasWritten ||= around !== null
    try {
      return await connection.run(sql, params, { first, around })
    } catch (error) {
      throw course.failed(postgresqlError(error, said))
    }
  }
  const all = async (sql: Sql, params: readonly SqlValue[]) => (await run(sql, params)).rows
  return {
    transaction: { all, run, mark: () => markOf(all) },
    end: () => course.end(),
    async commit() {
      course.requireWhole()
      if (hasBegun) await commit(connection, hasWritten && !hasOwnPath ? path : null)
    },
    undo: async () => !hasBegun || rolledBack(connection, (sql) => connection.run(sql, [])),
  }
}

/** Triggers may have been put off until it. */
const commit = async (connection: Connection, path: SearchPath | null): Promise<void> => {
  try {
    const { command } = await connection.run('COMMIT', [], { first: path?.before ?? null })
    if (command !== 'COMMIT') throw ended(command)
  } catch (error) {
    // What goes before COMMIT is not done any more in a transaction that has failed.
    throw connection.isOpen
      ? postgresqlError(stateOf(error) === '25P02' ? ended('ROLLBACK') : error)
      : lostCommit(error)
  }
}

const ended = (command: string): Error => new Error(`The transaction ended with ${command}.`)
