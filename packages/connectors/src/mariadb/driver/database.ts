import { ProblemError } from '@charter/runtime'
import {
  type DatabaseOptions,
  type Mode,
  openDatabaseOn,
  plainTransaction,
  type Server,
  type ServerDatabase,
  type ServerDialect,
  type SqlSession,
} from '@charter/sql/server'
import { readOf, type SqlRow, statementIn } from '@charter/sql/store'
import { type ColumnsOf, duplicateOf, isContention, isUnavailable, serverError } from './errors.ts'
import type { Product } from './product.ts'
import { sessionsOf } from './sessions.ts'

/**
 * A server as a Database. Transactions are SERIALIZABLE: what they read is locked until they end, so that a rule that
 * was judged over related rows holds (mariadb.com/kb/en/set-transaction, dev.mysql.com/doc/refman/8.4/en/innodb-transaction-isolation-levels.html). Of two that wait for one another the server ends one.
 */
export const openDatabase = (product: Product, options: DatabaseOptions): ServerDatabase =>
  openDatabaseOn(sessionsOf(product), dialectOf(product), options)

const dialectOf = (product: Product): ServerDialect<SqlSession> => {
  const read: ServerDialect<SqlSession>['read'] = async (session, sql, params) => {
    try {
      return (await session.run(sql, params)).rows
    } catch (error) {
      throw serverError(product, error)
    }
  }
  return {
    read,
    async begin(session, mode) {
      for (const statement of beginnings[mode]) await read(session, statement, [])
      return plainTransaction(session, async (error, sql) =>
        serverError(product, error, await columnsOf(session, error, statementIn(sql)?.table)),
      )
    },
    isContention,
    isReplicaFault: isUnavailable,
  }
}

const beginnings: Readonly<Record<Mode, readonly string[]>> = {
  serializable: ['START TRANSACTION'],
  brief: ['SET TRANSACTION ISOLATION LEVEL READ COMMITTED', 'START TRANSACTION'],
  alone: [],
}

/** The columns of the index that a value was taken in: the server names the index, and of a key not the table. */
const columnsOf = async (session: SqlSession, error: unknown, table?: string | null): Promise<ColumnsOf> => {
  const index = duplicateOf(error)
  if (index === null || !table || !session.isOpen) return () => []
  const name = table.slice(1, -1).replaceAll('""', '"')
  const { rows } = await session.run(indexColumns, [name, index]).catch(() => ({ rows: [] as readonly SqlRow[] }))
  return () => rows.map(([column]) => String(column))
}

const indexColumns = readOf(`SELECT column_name FROM information_schema.statistics
WHERE table_schema = database() AND table_name = ? AND index_name = ? AND column_name <> '_live' ORDER BY seq_in_index`)

const takeTurn = readOf(`SELECT GET_LOCK('charter start', 60)`)
const endTurn = readOf(`SELECT RELEASE_LOCK('charter start')`)

/**
 * Work that makes structure: replicas that start at once take turns, and each sees what the one before has made. The lock is the
 * session's, so it is given back whatever became of the work.
 */
export const setUp: Server['setUp'] = (database, work) =>
  database.within('alone', async (transaction) => {
    await transaction.all(takeTurn, [])
    try {
      return await work(transaction)
    } finally {
      await transaction.all(endTurn, []).catch((error: unknown) => {
        if (!(error instanceof ProblemError)) throw error
      })
    }
  })
