import { type Constraint, type MigrationSession, onAnswers, serverSession } from '@charter/sql'
import { reach, sessionAt } from '@charter/sql/server'
import { readOf } from '@charter/sql/store'
import { isContention, postgresqlError } from '../driver/errors.ts'
import { sessions } from '../driver/sessions.ts'
import { findStateTable } from '../driver/state-schema.ts'

/** Filling a batch or reading a table once may take long; what services wait for is bounded by `lockTimeoutMs`. */
const statementTimeoutMs = 3_600_000
/** While a step waits for a lock, whoever comes after it waits too: rather the step gives up. */
const lockTimeoutMs = 5000
/** Of the advisory lock; ours alone, as far as that can be. */
const lockNumber = 4843627422

/** One session, which holds an advisory lock while it migrates. */
export const openMigration = async (url: string): Promise<MigrationSession> => {
  const connection = await reach(sessions, sessionAt(sessions, url, { statementTimeoutMs }))
  return serverSession({
    on: onAnswers(connection.run, postgresqlError),
    takeLock: async (on) => (await on.all(tryLock, []))[0]?.[0] === 1,
    giveLock: async (on) => void (await on.all(unlock, [])),
    isContention,
    begin: (on) => on.run('BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE', []),
    settings: [`SET LOCAL lock_timeout = ${lockTimeoutMs}`],
    isOurs: async (on) => (await on.all(findStateTable, ['meta'])).length > 0,
    constraints: async (on) => (await on.all(constraintsSql, [])).map(constraintOf),
    close: () => connection.close(),
  })
}

const tryLock = readOf(`SELECT pg_catalog.pg_try_advisory_lock(${lockNumber})`)
const unlock = readOf(`SELECT pg_catalog.pg_advisory_unlock(${lockNumber})`)

const constraintsSql = readOf(`SELECT n.nspname::text, c.relname::text, o.conname::text, o.contype::text,
  (SELECT pg_catalog.json_agg(a.attname ORDER BY k.at) FROM pg_catalog.unnest(o.conkey) WITH ORDINALITY AS k (number, at)
    JOIN pg_catalog.pg_attribute AS a ON a.attrelid = o.conrelid AND a.attnum = k.number)::text
FROM pg_catalog.pg_constraint AS o JOIN pg_catalog.pg_class AS c ON c.oid = o.conrelid JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
WHERE o.contype IN ('c', 'f', 'p') AND n.nspname NOT IN ('pg_catalog', 'information_schema') ORDER BY o.oid`)

const kinds: Readonly<Record<string, Constraint['kind']>> = { c: 'check', f: 'foreign key', p: 'primary key' }

const constraintOf = ([schema, table, name, kind, columns]: readonly unknown[]): Constraint => ({
  schema: String(schema),
  table: String(table),
  name: String(name),
  kind: kinds[String(kind)] ?? 'check',
  columns: JSON.parse(String(columns ?? '[]')) as readonly string[],
})
