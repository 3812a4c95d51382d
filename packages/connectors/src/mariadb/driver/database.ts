import { setTimeout as pause } from 'node:timers/promises'
import {
  byDeadline,
  type Database,
  msLeft,
  ProblemError,
  problem,
  type SqlRow,
  type SqlValue,
  type Transaction,
  type Until,
  whyOver,
} from '@charter/runtime'
import { openPool, type Pool, reachingSentence, targetOf, unreachable } from '@charter/sql/server'
import { addressOf } from './address.ts'
import { type Connection, type ConnectionOptions, connect } from './connection.ts'
import { type ColumnsOf, duplicateOf, isContention, mariadbError } from './errors.ts'
import { sentences } from './reaching.ts'

export interface DatabaseOptions {
  readonly url: string
  readonly isReadOnly: boolean
  readonly statementTimeoutMs: number
  readonly connectionsMax?: number
  /** How long work waits for a connection; as long as a statement may run where absent. */
  readonly waitMs?: number
}

export interface MariadbDatabase extends Database {
  /** A transaction that makes structure: one at a time among all replicas. What makes a table is committed at once. */
  setUp<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>
  /** A transaction of state alone: what it looks for and does not find, others may write. */
  brief<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>
}

const connectionsMax = 10
const waitingMax = 1000
const connectTimeoutMs = 10_000
const triesMax = 16
const pauseMs = 2
const pauseMsMax = 200

/**
 * A MariaDB server as a Database. Transactions are SERIALIZABLE: what they read is locked until they end, so that a rule that
 * was judged over related rows holds (mariadb.com/kb/en/set-transaction). Two that wait for one another are told apart by the
 * server, and the one that fails is tried again where that is safe.
 */
export const openDatabase = (options: DatabaseOptions): MariadbDatabase => {
  const pool = poolOf(options)
  let statementCount = 0
  const onStatement = (): void => void statementCount++
  const within = <Result>(
    begin: readonly string[],
    work: (transaction: Transaction) => Promise<Result>,
    until?: Until,
  ): Promise<Result> => inTransaction({ pool, begin, onStatement }, work, until)
  return {
    async all(sql, params, until) {
      statementCount++
      const taken = pool.take('read', until)
      const connection = taken instanceof Promise ? await taken : taken
      try {
        return (await connection.run(sql, params)).rows
      } catch (error) {
        throw mariadbError(error)
      } finally {
        pool.giveBack(connection, 'read', true)
      }
    },
    async transaction(work, { isRepeatable = false, until } = {}) {
      if (options.isReadOnly)
        throw new ProblemError(problem('unavailable', { cause: new Error('The database was opened read-only.') }))
      const end = performance.now() + msLeft(until, options.statementTimeoutMs)
      for (let tried = 1; ; tried++) {
        try {
          return await within(['START TRANSACTION'], work, until)
        } catch (error) {
          if (!(isRepeatable && isContention(error)) || tried >= triesMax || performance.now() >= end) throw error
        }
        await pause(Math.random() * Math.min(pauseMs * 2 ** tried, pauseMsMax))
      }
    },
    brief: (work) => within(['SET TRANSACTION ISOLATION LEVEL READ COMMITTED', 'START TRANSACTION'], work),
    setUp: (work) => within([], (transaction) => alone(transaction, work)),
    get waitingSinceMs() {
      return pool.waitingSinceMs
    },
    get statementCount() {
      return statementCount
    },
    close: () => pool.close(),
  }
}

const poolOf = (options: DatabaseOptions): Pool<Connection> => {
  const session: ConnectionOptions = { ...options, address: addressOf(options.url), connectTimeoutMs }
  return openPool({
    connectionsMax: options.connectionsMax ?? connectionsMax,
    waitMs: options.waitMs ?? options.statementTimeoutMs,
    waitingMax,
    statementTimeoutMs: options.statementTimeoutMs,
    connect: (onEnd) => connect(session, onEnd),
    unreachable: (error) =>
      unreachable(
        error,
        mariadbError(error),
        error instanceof Error ? reachingSentence(error, targetOf('MariaDB', session.address), sentences) : null,
      ),
  })
}

/** Replicas that start at once take turns. The lock is the session's, so it is given back whatever became of the work. */
const alone = async <Result>(
  transaction: Transaction,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> => {
  await transaction.all(`SELECT GET_LOCK('charter start', 60)`, [])
  try {
    return await work(transaction)
  } finally {
    await transaction.all(`SELECT RELEASE_LOCK('charter start')`, []).catch(() => [])
  }
}

interface Beginning {
  readonly pool: Pool<Connection>
  /** Nothing: each statement is committed by itself. */
  readonly begin: readonly string[]
  onStatement(): void
}

const inTransaction = async <Result>(
  { pool, begin, onStatement }: Beginning,
  work: (transaction: Transaction) => Promise<Result>,
  until?: Until,
): Promise<Result> => {
  const connection = await pool.take('write', until)
  const open = new OpenTransaction(connection, onStatement)
  let isClean = false
  try {
    // Cancelled while it waited for a session: nothing is begun.
    const over = whyOver(until)
    if (over) throw over
    for (const statement of begin) await open.say(statement)
    const result = await byDeadline(until, work(open))
    open.isOver = true
    if (open.failure !== null) throw open.failure
    await commit(connection)
    isClean = true
    return result
  } catch (error) {
    // Whoever still holds the transaction, as a body that was not waited for does, can do nothing more with it.
    open.isOver = true
    isClean = await rollBack(connection)
    throw error
  } finally {
    pool.giveBack(connection, 'write', isClean)
  }
}

class OpenTransaction implements Transaction {
  readonly #connection: Connection
  readonly #onStatement: () => void
  isOver = false
  /** The first failure of a statement: nothing after it counts, as the server may have undone the whole (a deadlock). */
  failure: unknown = null

  constructor(connection: Connection, onStatement: () => void) {
    this.#connection = connection
    this.#onStatement = onStatement
  }

  async all(sql: string, params: readonly SqlValue[]): Promise<readonly SqlRow[]> {
    return (await this.#run(sql, params)).rows
  }

  run(sql: string, params: readonly SqlValue[], table?: string): Promise<{ readonly changes: number }> {
    return this.#run(sql, params, table)
  }

  /** Without being counted. */
  async say(sql: string): Promise<void> {
    try {
      await this.#connection.run(sql, [])
    } catch (error) {
      throw mariadbError(error)
    }
  }

  async #run(sql: string, params: readonly SqlValue[], table?: string) {
    if (this.failure !== null) throw this.failure
    if (this.isOver)
      throw new ProblemError(problem('timeout', { cause: new Error('The transaction of this call has ended.') }))
    this.#onStatement()
    try {
      return await this.#connection.run(sql, params)
    } catch (error) {
      const meant = mariadbError(error, await columnsOf(this.#connection, error, table))
      this.failure ??= meant
      throw meant
    }
  }
}

/** The columns of the index that a value was taken in: the server names the index, and of a key not the table. */
const columnsOf = async (connection: Connection, error: unknown, table?: string): Promise<ColumnsOf> => {
  const index = duplicateOf(error)
  if (index === null || table === undefined || !connection.isOpen) return () => []
  const name = table.slice(1, -1).replaceAll('""', '"')
  const { rows } = await connection.run(indexColumns, [name, index]).catch(() => ({ rows: [] as readonly SqlRow[] }))
  return () => rows.map(([column]) => String(column))
}

const indexColumns = `SELECT column_name FROM information_schema.statistics
WHERE table_schema = database() AND table_name = ? AND index_name = ? AND column_name <> '_live' ORDER BY seq_in_index`

/** A COMMIT without an answer may have been done or not: never a success, never tried again. */
const commit = async (connection: Connection): Promise<void> => {
  try {
    await connection.run('COMMIT', [])
  } catch (error) {
    if (connection.isOpen) throw mariadbError(error)
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
  if (!connection.isOpen) return false
  try {
    await connection.run('ROLLBACK', [])
    return connection.isOpen
  } catch {
    return false
  }
}
