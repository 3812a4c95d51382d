import { ProblemError, problem } from '@charter/runtime'
import type { Constraint, MigrationSession, On } from '@charter/sql'
import { addressOf } from '../driver/address.ts'
import type { Connection } from '../driver/connection.ts'
import { mariadbError } from '../driver/errors.ts'
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
  const on = onConnection(connection)
  await on.run('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED', [])
  await on.run(`SET SESSION lock_wait_timeout = ${lockSeconds}, innodb_lock_wait_timeout = ${lockSeconds}`, [])
  return {
    all: on.all,
    run: async (sql) => void (await on.run(sql, [])),
    lock: () => lock(on),
    transaction: (work) => inTransaction(on, work),
    isOurs: async () => (await on.all(hasTable, ['_charter_meta'])).length > 0,
    constraints: async () => (await on.all(constraintsSql, [])).map(constraintOf),
    close: () => connection.close(),
  }
}

const onConnection = (connection: Connection): On => {
  const said = async (sql: string, params: Parameters<On['run']>[1]) => {
    try {
      return await connection.run(sql, params)
    } catch (error) {
      throw mariadbError(error)
    }
  }
  return {
    all: async (sql, params) => (await said(sql, params)).rows,
    run: async (sql, params) => (await said(sql, params)).changes,
  }
}

const lock = async (on: On): Promise<void> => {
  const [row] = await on.all(`SELECT GET_LOCK(concat('charter ', left(sha2(database(), 256), 32)), 0)`, [])
  if (Number(row?.[0]) === 1) return
  const cause = new Error('Another migration of this database is under way. Wait until it is done.')
  throw new ProblemError(problem('unavailable', { cause }))
}

const inTransaction = async (on: On, work: (on: On) => Promise<void>): Promise<void> => {
  await on.run('START TRANSACTION', [])
  try {
    await work(on)
    await on.run('COMMIT', [])
  } catch (error) {
    await on.run('ROLLBACK', []).catch(() => {})
    throw error
  }
}

const constraintsSql = `SELECT table_name, constraint_name, json_arrayagg(column_name ORDER BY ordinal_position)
FROM information_schema.key_column_usage
WHERE table_schema = database() AND referenced_table_name IS NOT NULL GROUP BY table_name, constraint_name`

const constraintOf = ([table, name, columns]: readonly unknown[]): Constraint => ({
  schema: '',
  table: String(table),
  name: String(name),
  kind: 'foreign key',
  columns: JSON.parse(String(columns)) as readonly string[],
})
