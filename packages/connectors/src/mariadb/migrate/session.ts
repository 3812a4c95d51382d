import { type Constraint, type MigratedServer, type MigrationSession, serverSession } from '@charter/sql'
import { readOf } from '@charter/sql/store'
import { addressOf } from '../driver/address.ts'
import { isContention, mariadbError } from '../driver/errors.ts'
import { reach } from '../driver/reaching.ts'
import { hasTable } from '../driver/state-schema.ts'

const connectTimeoutMs = 10_000
/** Filling a batch or reading a table once may take long; what services wait for is bounded by `lockSeconds`. */
const statementTimeoutMs = 3_600_000
/** While a step waits for a lock, whoever comes after it waits too: rather the step gives up. */
const lockSeconds = 5

/** One session, which holds a lock of its own name while it migrates. A statement that makes structure is committed by itself. */
export const openMigration = async (url: string): Promise<MigrationSession> => {
  const options = { address: addressOf(url), isReadOnly: false, statementTimeoutMs, connectTimeoutMs }
  const connection = await reach(options)
  const run: MigratedServer['run'] = async (sql, params) => {
    try {
      return await connection.run(sql, params)
    } catch (error) {
      throw mariadbError(error)
    }
  }
  await run('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED', [])
  await run(`SET SESSION lock_wait_timeout = ${lockSeconds}, innodb_lock_wait_timeout = ${lockSeconds}`, [])
  return serverSession({
    run,
    takeLock: async (on) => Number((await on.all(lock, []))[0]?.[0]) === 1,
    giveLock: async (on) => void (await on.all(unlock, [])),
    isContention,
    begin: 'START TRANSACTION',
    settings: [],
    isOurs: async (on) => (await on.all(hasTable, ['_charter_meta'])).length > 0,
    constraints: async (on) => (await on.all(constraintsSql, [])).map(constraintOf),
    close: () => connection.close(),
  })
}

const lockName = `concat('charter ', left(sha2(database(), 256), 32))`
const lock = readOf(`SELECT GET_LOCK(${lockName}, 0)`)
const unlock = readOf(`SELECT RELEASE_LOCK(${lockName})`)

const constraintsSql = readOf(`SELECT table_name, constraint_name, json_arrayagg(column_name ORDER BY ordinal_position)
FROM information_schema.key_column_usage
WHERE table_schema = database() AND referenced_table_name IS NOT NULL GROUP BY table_name, constraint_name`)

const constraintOf = ([table, name, columns]: readonly unknown[]): Constraint => ({
  schema: '',
  table: String(table),
  name: String(name),
  kind: 'foreign key',
  columns: JSON.parse(String(columns)) as readonly string[],
})
