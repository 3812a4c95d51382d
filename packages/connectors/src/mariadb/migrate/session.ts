import { type Constraint, type MigrationSession, type On, onAnswers, serverSession } from '@charter/sql'
import { reach, sessionAt } from '@charter/sql/server'
import { readOf, type SqlRow } from '@charter/sql/store'
import { isContention } from '../driver/errors.ts'
import { sessionsOf } from '../driver/sessions.ts'
import { hasTable } from '../driver/state-schema.ts'
import type { Profile } from '../profile/profile.ts'

/** Filling a batch or reading a table once may take long; what services wait for is bounded by `lockSeconds`. */
const statementTimeoutMs = 3_600_000
/** While a step waits for a lock, whoever comes after it waits too: rather the step gives up. */
const lockSeconds = 5

/** One session, which holds a lock of its own name while it migrates. A statement that makes structure is committed by itself. */
export const openMigration = async (profile: Profile, url: string): Promise<MigrationSession> => {
  const { product } = profile
  const sessions = sessionsOf(product)
  const connection = await reach(sessions, sessionAt(sessions, url, { statementTimeoutMs }))
  const on = onAnswers(connection.run, sessions.errorOf)
  await on.run('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED', [])
  await on.run(`SET SESSION lock_wait_timeout = ${lockSeconds}, innodb_lock_wait_timeout = ${lockSeconds}`, [])
  return serverSession({
    on,
    takeLock: async () => Number((await on.all(lock, []))[0]?.[0]) === 1,
    giveLock: async () => void (await on.all(unlock, [])),
    isContention,
    begin: () => on.run('START TRANSACTION', []),
    settings: [],
    isOurs: async () => (await on.all(hasTable, ['_charter_meta'])).length > 0,
    constraints: () => constraintsOf(profile, on),
    close: () => connection.close(),
  })
}

const lockName = `concat('charter ', left(sha2(database(), 256), 32))`
const lock = readOf(`SELECT GET_LOCK(${lockName}, 0)`)
const unlock = readOf(`SELECT RELEASE_LOCK(${lockName})`)

const referencesSql = readOf(`SELECT table_name, constraint_name, column_name
FROM information_schema.key_column_usage
WHERE table_schema = database() AND referenced_table_name IS NOT NULL ORDER BY table_name, constraint_name, ordinal_position`)

/** References, and CHECKs where they are the table's. */
const constraintsOf = async ({ columnChecksSql }: Profile, on: On): Promise<readonly Constraint[]> => [
  ...grouped('foreign key', await on.all(referencesSql, [])),
  ...(columnChecksSql === null ? [] : grouped('check', await on.all(readOf(columnChecksSql), []))),
]

/** Rows are of a table, a constraint and a column each. */
const grouped = (kind: Constraint['kind'], rows: readonly SqlRow[]): readonly Constraint[] =>
  [...Map.groupBy(rows, ([table, name]) => JSON.stringify([table, name])).values()].map((parts) => ({
    schema: '',
    table: String(parts[0]?.[0]),
    name: String(parts[0]?.[1]),
    kind,
    columns: parts.map(([, , column]) => String(column)),
  }))
