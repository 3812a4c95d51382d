import { ProblemError } from '../runtime/index.ts'
import {
  type DatabaseOptions,
  openDatabaseOn,
  type Server,
  type ServerDatabase,
  type ServerDialect,
  sessionAt,
} from '../sql-server/index.ts'
import { readOf } from '../sql-store/index.ts'
import type { Connection } from './connection.ts'
import { isContention, isStalePlan, isStandbyFault, postgresqlError, stateOf } from './errors.ts'
import { fateOf } from './fate.ts'
import { searchPathOnce } from './search-path.ts'
import { sessions } from './sessions.ts'
import { setTenant, tenantValues } from './tenant-setting.ts'
import { transactionOn } from './transaction.ts'

/** A PostgreSQL server as a Database. */
export const openDatabase = (options: DatabaseOptions): ServerDatabase =>
  openDatabaseOn(sessions, dialectOf(options), options)

const dialectOf = (options: DatabaseOptions): ServerDialect<Connection> => {
  const theirPath = options.isAttached ? searchPathOnce(sessionAt(sessions, options.url, options)) : async () => null
  const keptTo = (tenant: string | undefined) => (options.keepsTenants === true ? (tenant ?? null) : null)
  return {
    async read(session, sql, params, tenant) {
      const run = runWithin(session, keptTo(tenant))
      try {
        return (await run(sql, params)).rows
      } catch (error) {
        if (!isStalePlan(error)) throw postgresqlError(error, { sql, params })
        // The plan was dropped when this failed, so the statement is prepared anew.
        const again = run(sql, params)
        return (await again.catch((second: unknown) => Promise.reject(postgresqlError(second, { sql, params })))).rows
      }
    },
    begin: async (session, mode, tenant) =>
      mode === 'serializable'
        ? transactionOn(session, { begin: serializable, path: await theirPath(), tenant: keptTo(tenant) })
        : transactionOn(session, { begin: readCommitted, path: null }),
    isContention: (error) => isContention(error) || isStalePlan(error),
    isReplicaFault: (error) => isUnavailable(error) || isStandbyFault(error),
    fateOf,
  }
}

/** A statement outside a transaction, and whose rows it is of, in one round trip: together they are a transaction of their own. */
const runWithin =
  (session: Connection, tenant: string | null): Connection['run'] =>
  async (sql, params) => {
    if (tenant === null) return session.run(sql, params)
    const said = { sql: setTenant, params: tenantValues(tenant) }
    const { answers, error } = await session.runAll([said, { sql, params }])
    const [, answer] = answers
    if (answer) return answer
    throw error
  }

/** A transaction that makes structure: each sees what the one before has made. */
export const setUp: Server['setUp'] = (database, work) =>
  database.within('brief', async (transaction) => {
    await transaction.all(startLock, [])
    return work(transaction)
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
