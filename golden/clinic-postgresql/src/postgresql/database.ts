import { setTimeout as pause } from 'node:timers/promises'
import {
  type Database,
  msLeft,
  ProblemError,
  problem,
  type SqlRow,
  type SqlValue,
  type Transaction,
  type Until,
} from '../runtime/index.ts'
import { openPool, type Pool, type PoolOptions, reachingSentence, targetOf, unreachable } from '../sql-server/index.ts'
import { addressOf } from './address.ts'
import { type Connection, type ConnectionOptions, connect } from './connection.ts'
import { isContention, isStalePlan, isStandbyFault, postgresqlError, stateOf } from './errors.ts'
import { fateOf } from './fate.ts'
import { sentences } from './reaching.ts'
import { searchPathOnce } from './search-path.ts'
import { inTransaction } from './transaction.ts'

export interface DatabaseOptions {
  readonly url: string
  readonly isReadOnly: boolean
  readonly statementTimeoutMs: number
  readonly replicaUrls?: readonly string[]
  readonly connectionsMax?: number
  /** How long work waits for a connection; as long as a statement may run where absent. */
  readonly waitMs?: number
  /** Tables are somebody else's, who may have triggers on them. */
  readonly isAttached?: boolean
}

const connectionsMax = 10
const waitingMax = 1000
const connectTimeoutMs = 10_000
const replicaPauseMs = 5000

export interface PostgresqlDatabase extends Database {
  /** The same without replicas: what was just written is seen. */
  readonly primary: PrimaryDatabase
}

export interface PrimaryDatabase extends Database {
  /** A transaction that makes structure: one at a time among all replicas, each sees what the one before has made. */
  setUp<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>
}

/**
 * A PostgreSQL server as a Database. Reads outside a transaction see what is committed when they start; those that may
 * lag go to the replicas in turn, and to the server itself when no replica answers.
 */
export const openDatabase = (options: DatabaseOptions): PostgresqlDatabase => {
  const primary = poolOf(options, options.url)
  const replicas = (options.replicaUrls ?? []).map((url) => ({ pool: poolOf(options, url), isDownUntil: 0 }))
  let turn = 0
  let statementCount = 0
  const onStatement = (): void => void statementCount++
  const theirPath = options.isAttached ? searchPathOnce(sessionOf(options, options.url)) : async () => null

  const read = async (
    pool: Pool<Connection>,
    sql: string,
    params: readonly SqlValue[],
    until: Until | undefined,
  ): Promise<readonly SqlRow[]> => {
    const taken = pool.take('read', until)
    const connection = taken instanceof Promise ? await taken : taken
    try {
      return (await connection.run(sql, params)).rows
    } catch (error) {
      if (!isStalePlan(error)) throw postgresqlError(error, { sql, params })
      // The plan was dropped when this failed, so the statement is prepared anew.
      const again = connection.run(sql, params)
      return (await again.catch((second: unknown) => Promise.reject(postgresqlError(second, { sql, params })))).rows
    } finally {
      pool.giveBack(connection, 'read', true)
    }
  }

  const readReplica = async (
    sql: string,
    params: readonly SqlValue[],
    until: Until | undefined,
  ): Promise<readonly SqlRow[] | null> => {
    const now = performance.now()
    for (let tried = 0; tried < replicas.length; tried++) {
      const replica = replicas[turn++ % replicas.length]
      if (!replica || replica.isDownUntil > now) continue
      try {
        const rows = await read(replica.pool, sql, params, until)
        statementCount++
        return rows
      } catch (error) {
        if (!isUnavailable(error) && !isStandbyFault(error)) throw error
        replica.isDownUntil = now + replicaPauseMs
      }
    }
    return null
  }

  const database: PrimaryDatabase = {
    setUp: (work) =>
      inTransaction(primary, { begin: readCommitted, path: null, onStatement }, async (transaction) => {
        await transaction.all(startLock, [])
        return work(transaction)
      }),
    all: (sql, params, until) => {
      statementCount++
      return read(primary, sql, params, until)
    },
    transaction: async (work, { isRepeatable = false, until } = {}) => {
      if (options.isReadOnly)
        throw new ProblemError(problem('unavailable', { cause: new Error('The database was opened read-only.') }))
      const end = performance.now() + msLeft(until, options.statementTimeoutMs)
      for (let tried = 1; ; tried++) {
        try {
          return await inTransaction(
            primary,
            { begin: serializable, path: await theirPath(), onStatement },
            work,
            until,
          )
        } catch (error) {
          const mayRun = isRepeatable && (isContention(error) || isStalePlan(error))
          if (!mayRun || tried >= triesMax || performance.now() >= end) throw error
        }
        await pause(Math.random() * Math.min(pauseMs * 2 ** tried, pauseMsMax))
      }
    },
    fateOf: (mark) => fateOf(database.all, mark),
    get waitingSinceMs() {
      return primary.waitingSinceMs
    },
    get statementCount() {
      return statementCount
    },
    close: async () => {
      await Promise.all([primary, ...replicas.map(({ pool }) => pool)].map((pool) => pool.close()))
    },
  }
  return {
    all:
      replicas.length === 0
        ? database.all
        : async (sql, params, until) => (await readReplica(sql, params, until)) ?? database.all(sql, params, until),
    transaction: database.transaction,
    fateOf: (mark) => fateOf(database.all, mark),
    get waitingSinceMs() {
      return primary.waitingSinceMs
    },
    get statementCount() {
      return statementCount
    },
    close: database.close,
    primary: database,
  }
}

const sessionOf = (options: DatabaseOptions, url: string): ConnectionOptions => ({
  address: addressOf(url),
  isReadOnly: options.isReadOnly || url !== options.url,
  statementTimeoutMs: options.statementTimeoutMs,
  connectTimeoutMs,
})

const poolOf = (options: DatabaseOptions, url: string): Pool<Connection> =>
  sessionPool(sessionOf(options, url), {
    connectionsMax: options.connectionsMax ?? connectionsMax,
    waitMs: options.waitMs ?? options.statementTimeoutMs,
    waitingMax,
  })

/** Sessions with one server. */
export const sessionPool = (
  session: ConnectionOptions,
  bounds: Pick<PoolOptions<Connection>, 'connectionsMax' | 'waitMs' | 'waitingMax'>,
): Pool<Connection> =>
  openPool({
    ...bounds,
    statementTimeoutMs: session.statementTimeoutMs,
    connect: (onEnd) => connect(session, onEnd),
    unreachable: (error) =>
      unreachable(
        error,
        postgresqlError(error),
        error instanceof Error ? reachingSentence(error, targetOf('PostgreSQL', session.address), sentences) : null,
      ),
  })

/** The server or the way to it, not what it holds, keeps it from answering. */
const isUnavailable = (error: unknown): boolean =>
  error instanceof ProblemError &&
  error.problem.code === 'unavailable' &&
  /^(?:$|08|28|3D|42501|5[3578]|XX|[A-Z]\w{5})/.test(stateOf(error))

const triesMax = 16
const pauseMs = 2
const pauseMsMax = 200

/**
 * SERIALIZABLE: a rule that was judged over related rows holds as if transactions had run one after another, which
 * REPEATABLE READ does not give (write skew); lost updates and twins fail in both. What fails so is tried again where that
 * is safe (postgresql.org/docs/current/transaction-iso.html).
 */
const serializable = 'BEGIN ISOLATION LEVEL SERIALIZABLE READ WRITE'

/** Each statement sees what is committed when it starts, so also what was made while it waited for the lock. */
const readCommitted = 'BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE'

/** Any number, the same for all: replicas that start at once take turns. */
const startLock = 'SELECT pg_catalog.pg_advisory_xact_lock(4843627421)'
