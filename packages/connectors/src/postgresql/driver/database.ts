import { ProblemError } from '@charter/runtime'
import {
  type DatabaseOptions,
  openPool,
  type Pool,
  type PoolOptions,
  type PrimaryDatabase,
  reachingSentence,
  type ServerDatabase,
  type ServerDialect,
  serverDatabase,
  targetOf,
  unreachable,
} from '@charter/sql/server'
import { readOf, type SqlTransaction } from '@charter/sql/store'
import { addressOf } from './address.ts'
import { type Connection, type ConnectionOptions, connect } from './connection.ts'
import { isContention, isStalePlan, isStandbyFault, postgresqlError, stateOf } from './errors.ts'
import { fateOf } from './fate.ts'
import { sentences } from './reaching.ts'
import { searchPathOnce } from './search-path.ts'
import { transactionOn } from './transaction.ts'

const connectionsMax = 10
const waitingMax = 1000
const connectTimeoutMs = 10_000

/** A PostgreSQL server as a Database. */
export const openDatabase = (options: DatabaseOptions): ServerDatabase =>
  serverDatabase(dialectOf(options), {
    primary: poolOf(options, options.url),
    replicas: (options.replicaUrls ?? []).map((url) => poolOf(options, url)),
    isReadOnly: options.isReadOnly,
    statementTimeoutMs: options.statementTimeoutMs,
  })

const dialectOf = (options: DatabaseOptions): ServerDialect<Connection> => {
  const theirPath = options.isAttached ? searchPathOnce(sessionOf(options, options.url)) : async () => null
  return {
    async read(session, sql, params) {
      try {
        return (await session.run(sql, params)).rows
      } catch (error) {
        if (!isStalePlan(error)) throw postgresqlError(error, { sql, params })
        // The plan was dropped when this failed, so the statement is prepared anew.
        const again = session.run(sql, params)
        return (await again.catch((second: unknown) => Promise.reject(postgresqlError(second, { sql, params })))).rows
      }
    },
    begin: async (session, mode) =>
      mode === 'serializable'
        ? transactionOn(session, { begin: serializable, path: await theirPath() })
        : transactionOn(session, { begin: readCommitted, path: null }),
    isContention: (error) => isContention(error) || isStalePlan(error),
    isReplicaFault: (error) => isUnavailable(error) || isStandbyFault(error),
    fateOf,
  }
}

/** A transaction that makes structure: one at a time among all replicas, each sees what the one before has made. */
export const setUp = <Result>(
  database: PrimaryDatabase,
  work: (transaction: SqlTransaction) => Promise<Result>,
): Promise<Result> =>
  database.within('brief', async (transaction) => {
    await transaction.all(startLock, [])
    return work(transaction)
  })

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

/**
 * SERIALIZABLE: a rule that was judged over related rows holds as if transactions had run one after another, which
 * REPEATABLE READ does not give (write skew); lost updates and twins fail in both. What fails so is tried again where that
 * is safe (postgresql.org/docs/current/transaction-iso.html).
 */
const serializable = 'BEGIN ISOLATION LEVEL SERIALIZABLE READ WRITE'

/** Each statement sees what is committed when it starts, so also what was made while it waited for the lock. */
const readCommitted = 'BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE'

/** Any number, the same for all: replicas that start at once take turns. */
const startLock = readOf('SELECT pg_catalog.pg_advisory_xact_lock(4843627421)')
