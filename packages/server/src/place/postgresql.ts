import { openPgPool, type PgPool, pgFailure } from '@charter/connectors/pg-pool'
import { ConfigError } from '@charter/runtime'
import type { PeopleDatabase } from '../people/store/people-database.ts'
import { peopleColumns, peopleTables } from '../people/store/people-tables.ts'

/** Where people lie in PostgreSQL: apart from rows, which are of one organisation each, and guarded by its own grants. */
export const peopleSchema = 'charter_people'

/** What lies there besides: secrets that servers agree on, sealed, and parts of releases. */
export const besideTables = {
  secret: 'name TEXT PRIMARY KEY, provider TEXT NOT NULL, wrapped TEXT NOT NULL, sealed TEXT NOT NULL',
  blob: 'digest TEXT PRIMARY KEY, bytes BYTEA NOT NULL',
} as const

export interface PostgresqlPlace {
  readonly pool: PgPool
  /** A statement with `$1`, `$2` for its values. Rejects with a ProblemError (`unavailable`, `timeout`), or a bug's own error. */
  query(sql: string, values: readonly unknown[]): Promise<readonly Readonly<Record<string, unknown>>[]>
  readonly database: PeopleDatabase
  /** Work that makes structure: of servers that start at once one does it at a time. Rejects with a ConfigError where its role may not. */
  setUp<Result>(work: () => Promise<Result>): Promise<Result>
}

export interface PostgresqlPlaceOptions {
  readonly url: string
  /** Done before anything is made there: rows take no database that has tables which are not theirs. */
  readonly beforeMade: () => Promise<void>
}

const connectionsMax = 8
const statementTimeoutMs = 30_000

/** Opens the schema of people, and makes it where it is not there. Rejects with a ConfigError that says what to run where its role may not. */
export const openPostgresqlPlace = async ({ url, beforeMade }: PostgresqlPlaceOptions): Promise<PostgresqlPlace> => {
  const pool = await openPgPool({ url, schema: peopleSchema, connectionsMax, statementTimeoutMs })
  const setUp: PostgresqlPlace['setUp'] = (work) => alone(pool, work).catch(sayForbidden(pool))
  try {
    await setUp(async () => {
      if (await isMade(pool)) return
      await beforeMade()
      if (!(await hasSchema(pool))) await pool.query(`CREATE SCHEMA ${peopleSchema}`)
      for (const table of peopleTables({ number: 'BIGINT', ending: '' })) await pool.query(table)
      for (const [name, columns] of Object.entries(besideTables))
        await pool.query(`CREATE TABLE IF NOT EXISTS ${name} (${columns})`)
    })
  } catch (error) {
    await pool.end()
    throw error
  }
  const query = queryOf(pool)
  return { pool, query, setUp, database: databaseOf({ pool, query }) }
}

const queryOf =
  (pool: PgPool): PostgresqlPlace['query'] =>
  async (sql, values) => {
    try {
      return (await pool.query(sql, [...values])).rows
    } catch (error) {
      throw pgFailure(error)
    }
  }

const databaseOf = ({ pool, query }: Pick<PostgresqlPlace, 'pool' | 'query'>): PeopleDatabase => ({
  all: (sql, ...values) => {
    let at = 0
    return query(
      sql.replaceAll('?', () => `$${++at}`),
      values,
    )
  },
  close: () => pool.end(),
})

/** Any number, the same for all servers. */
const lock = 4_843_627_422
/** As long as others may take that make structure before. */
const turnMs = 300_000

const alone = async <Result>(pool: PgPool, work: () => Promise<Result>): Promise<Result> => {
  const client = await pool.connect()
  try {
    await client.query(`SET statement_timeout = ${turnMs}`)
    await client.query('SELECT pg_advisory_lock($1)', [lock])
    return await work().finally(() => client.query('SELECT pg_advisory_unlock($1)', [lock]))
  } finally {
    // With its session goes what it was set to, and the lock in any case.
    client.release(true)
  }
}

const isMade = async (pool: PgPool): Promise<boolean> => {
  const names = [...Object.keys(peopleColumns), ...Object.keys(besideTables)]
  const { rows } = await pool.query(
    `SELECT count(*)::int AS many FROM pg_catalog.pg_tables WHERE schemaname = $1 AND tablename = ANY($2)`,
    [peopleSchema, names],
  )
  return rows[0]?.many === names.length
}

/** Asked first: who may make no schema may not say that it is to be made where there is none, either. */
const hasSchema = async (pool: PgPool): Promise<boolean> =>
  (await pool.query('SELECT 1 FROM pg_catalog.pg_namespace WHERE nspname = $1', [peopleSchema])).rows.length > 0

const sayForbidden =
  (pool: PgPool) =>
  async (error: unknown): Promise<never> => {
    if (!(error instanceof Error) || !('code' in error) || error.code !== '42501') throw error
    const [row] = (await pool.query('SELECT quote_ident(current_user) AS role')).rows
    throw new ConfigError(
      `DATABASE_URL signs in as ${row?.role}, which may not make what people of a platform lie in. As the owner of the database, run: CREATE SCHEMA IF NOT EXISTS ${peopleSchema}; ALTER SCHEMA ${peopleSchema} OWNER TO ${row?.role};`,
      { cause: error },
    )
  }
