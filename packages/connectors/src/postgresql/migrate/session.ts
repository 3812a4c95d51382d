import { ProblemError, problem } from '@charter/runtime'
import type { Constraint, MigrationSession, On } from '@charter/sql'
import { addressOf } from '../driver/address.ts'
import { type Connection, connect } from '../driver/connection.ts'
import { postgresqlError } from '../driver/errors.ts'
import { findStateTable } from '../driver/state-schema.ts'

const connectTimeoutMs = 10_000
/** Filling a batch or reading a table once may take long; what services wait for is bounded by `lockTimeoutMs`. */
const statementTimeoutMs = 3_600_000
/** While a step waits for a lock, whoever comes after it waits too: rather the step gives up. */
const lockTimeoutMs = 5000

/** One session, which holds an advisory lock while it migrates. */
export const openMigration = async (url: string): Promise<MigrationSession> => {
  const options = { address: addressOf(url), isReadOnly: false, statementTimeoutMs, connectTimeoutMs }
  const connection = await connect(options, () => {}).catch((error: unknown) => {
    throw postgresqlError(error)
  })
  const on = onConnection(connection)
  return {
    all: on.all,
    run: async (sql) => void (await on.run(sql, [])),
    lock: () => lock(on),
    transaction: (work) => inTransaction(on, work),
    isOurs: async () => (await on.all(findStateTable, ['meta'])).length > 0,
    constraints: async () => (await on.all(constraintsSql, [])).map(constraintOf),
    close: () => connection.close(),
  }
}

const onConnection = (connection: Connection): On => {
  const said = async (sql: string, params: Parameters<On['run']>[1]) => {
    try {
      return await connection.run(sql, params)
    } catch (error) {
      throw postgresqlError(error, { sql, params })
    }
  }
  return {
    all: async (sql, params) => (await said(sql, params)).rows,
    run: async (sql, params) => (await said(sql, params)).changes,
  }
}

const lock = async (on: On): Promise<void> => {
  const [row] = await on.all('SELECT pg_catalog.pg_try_advisory_lock(4843627422)', [])
  if (row?.[0] === 1) return
  const cause = new Error('Another migration of this database is under way. Wait until it is done.')
  throw new ProblemError(problem('unavailable', { cause }))
}

const inTransaction = async (on: On, work: (on: On) => Promise<void>): Promise<void> => {
  await on.run('BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE', [])
  try {
    await on.run(`SET LOCAL lock_timeout = ${lockTimeoutMs}`, [])
    await work(on)
    await on.run('COMMIT', [])
  } catch (error) {
    await on.run('ROLLBACK', []).catch(() => {})
    throw error
  }
}

const constraintsSql = `SELECT n.nspname::text, c.relname::text, o.conname::text, o.contype::text,
  (SELECT pg_catalog.json_agg(a.attname ORDER BY k.at) FROM pg_catalog.unnest(o.conkey) WITH ORDINALITY AS k (number, at)
    JOIN pg_catalog.pg_attribute AS a ON a.attrelid = o.conrelid AND a.attnum = k.number)::text
FROM pg_catalog.pg_constraint AS o JOIN pg_catalog.pg_class AS c ON c.oid = o.conrelid JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
WHERE o.contype IN ('c', 'f', 'p') AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'charter_state') ORDER BY o.oid`

const kinds: Readonly<Record<string, Constraint['kind']>> = { c: 'check', f: 'foreign key', p: 'primary key' }

const constraintOf = ([schema, table, name, kind, columns]: readonly unknown[]): Constraint => ({
  schema: String(schema),
  table: String(table),
  name: String(name),
  kind: kinds[String(kind)] ?? 'check',
  columns: JSON.parse(String(columns ?? '[]')) as readonly string[],
})
