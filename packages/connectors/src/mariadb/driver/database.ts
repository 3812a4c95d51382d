import { ProblemError } from '@charter/runtime'
import {
  Course,
  type DatabaseOptions,
  lostCommit,
  type Mode,
  type OpenTransaction,
  openPool,
  type Pool,
  type PrimaryDatabase,
  rolledBack,
  type ServerDatabase,
  type ServerDialect,
  serverDatabase,
} from '@charter/sql/server'
import { readOf, type Sql, type SqlRow, type SqlTransaction, type SqlValue, statementIn } from '@charter/sql/store'
import { addressOf } from './address.ts'
import { type Connection, type ConnectionOptions, connect } from './connection.ts'
import { type ColumnsOf, duplicateOf, isContention, isUnavailable, serverError } from './errors.ts'
import type { Product } from './product.ts'
import { unreached } from './reaching.ts'

const connectionsMax = 10
const waitingMax = 1000
const connectTimeoutMs = 10_000

/**
 * A server as a Database. Transactions are SERIALIZABLE: what they read is locked until they end, so that a rule that
 * was judged over related rows holds (mariadb.com/kb/en/set-transaction, dev.mysql.com/doc/refman/8.4/en/innodb-transaction-isolation-levels.html). Of two that wait for one another the server ends one.
 */
export const openDatabase = (product: Product, options: DatabaseOptions): ServerDatabase =>
  serverDatabase(dialectOf(product), {
    primary: poolOf(product, options, options.url),
    replicas: (options.replicaUrls ?? []).map((url) => poolOf(product, { ...options, isReadOnly: true }, url)),
    isReadOnly: options.isReadOnly,
    statementTimeoutMs: options.statementTimeoutMs,
  })

const poolOf = (product: Product, options: DatabaseOptions, url: string): Pool<Connection> => {
  const session: ConnectionOptions = { ...options, product, address: addressOf(product, url), connectTimeoutMs }
  return openPool({
    connectionsMax: options.connectionsMax ?? connectionsMax,
    waitMs: options.waitMs ?? options.statementTimeoutMs,
    waitingMax,
    statementTimeoutMs: options.statementTimeoutMs,
    connect: (onEnd) => connect(session, onEnd),
    unreachable: (error) => unreached(error, session),
  })
}

const dialectOf = (product: Product): ServerDialect<Connection> => {
  const read: ServerDialect<Connection>['read'] = async (session, sql, params) => {
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
      return transactionOn(product, session)
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

const transactionOn = (product: Product, session: Connection): OpenTransaction => {
  const course = new Course()
  const run = async (sql: Sql, params: readonly SqlValue[]) => {
    course.requireOpen()
    try {
      return await session.run(sql, params)
    } catch (error) {
      throw course.failed(serverError(product, error, await columnsOf(session, error, statementIn(sql)?.table)))
    }
  }
  return {
    transaction: {
      all: async (sql, params) => (await run(sql, params)).rows,
      run,
      later: async (sql, params) => void (await run(sql, params)),
    },
    end: () => course.end(),
    async commit() {
      course.requireWhole()
      try {
        await session.run('COMMIT', [])
      } catch (error) {
        throw session.isOpen ? serverError(product, error) : lostCommit(error)
      }
    },
    undo: () => rolledBack(session, (sql) => session.run(sql, [])),
  }
}

/** The columns of the index that a value was taken in: the server names the index, and of a key not the table. */
const columnsOf = async (session: Connection, error: unknown, table?: string | null): Promise<ColumnsOf> => {
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
export const setUp = <Result>(
  database: PrimaryDatabase,
  work: (transaction: SqlTransaction) => Promise<Result>,
): Promise<Result> =>
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
