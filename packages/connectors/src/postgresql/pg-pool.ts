import { openAt, sessionAt, unreached } from '@charter/sql/server'
import pg from 'pg'
import { hasNoTls } from './driver/connection.ts'
import { postgresqlError } from './driver/errors.ts'
import { sessions } from './driver/sessions.ts'

/** A pool of the driver's own. */
export type PgPool = pg.Pool

/** What a failure of it means: `unavailable`, `timeout` and the like; a bug's own error as it is. */
export const pgFailure = (error: unknown): unknown => postgresqlError(error)

export interface PgPoolOptions {
  /** `postgres://user@host:5432/database?sslmode=verify-full`, read as for a service. */
  readonly url: string
  /** In which names that say none are looked up; nowhere else. */
  readonly schema: string
  readonly connectionsMax: number
  readonly statementTimeoutMs: number
}

const waitMs = 10_000

/**
 * A pool for a library that speaks to PostgreSQL by itself: over TLS as the URL has it. Rejects with a ProblemError (`unavailable`) where the
 * server cannot be reached, whose private cause says what to do and holds no password.
 */
export const openPgPool = async (options: PgPoolOptions): Promise<PgPool> => {
  const { address } = sessionAt(sessions, options.url, options)
  const open = async (tls: typeof address.tls): Promise<PgPool> => {
    const pool = new pg.Pool({ ...configOf(address, options), ssl: tls })
    // A session that ends is left out, and the next one is opened anew: whoever asks in it is told by what they asked.
    pool.on('error', () => {})
    pool.on('connect', (client) => client.on('error', () => {}))
    try {
      ;(await pool.connect()).release()
      return pool
    } catch (error) {
      await pool.end()
      throw error
    }
  }
  return openAt(address, open, hasNoTls).catch((error: unknown) => {
    throw unreached(sessions, error, address)
  })
}

const configOf = (
  { host, port, user, password, database, applicationName, options: said }: ReturnType<typeof sessions.addressOf>,
  { schema, connectionsMax, statementTimeoutMs }: PgPoolOptions,
): pg.PoolConfig => ({
  host,
  port,
  user,
  password,
  database,
  application_name: applicationName,
  max: connectionsMax,
  connectionTimeoutMillis: waitMs,
  keepAlive: true,
  options: `${said} -c search_path=${schema} -c TimeZone=UTC -c DateStyle=ISO -c client_min_messages=error -c statement_timeout=${statementTimeoutMs}`,
})
