import { ProblemError, problem } from '@charter/runtime'
import type { SqlRow, SqlValue } from '../store/sql-value.ts'
import type { Sql } from '../store/statement.ts'
import type { Constraint, MigrationSession, On } from './dialect.ts'

/** One session, and how its kind of database is migrated. */
export interface MigratedServer {
  /** Rejects with ProblemErrors, or a bug's own error. */
  readonly on: On
  /** Takes what keeps other migrations out, for as long as the session is there; false where another has it. */
  takeLock(on: On): Promise<boolean>
  /** Before the session ends: a server may notice that end a while after it was told. */
  giveLock(on: On): Promise<void>
  isContention(error: unknown): boolean
  /** Begins a transaction. */
  begin(on: On): Promise<unknown>
  /** Said first in each transaction. */
  readonly settings: readonly string[]
  isOurs(on: On): Promise<boolean>
  constraints(on: On): Promise<readonly Constraint[]>
  close(): Promise<void>
}

interface Said {
  readonly sql: Sql
  readonly params: readonly SqlValue[]
}

type Run = (
  sql: Sql,
  params: readonly SqlValue[],
) => Promise<{ readonly rows: readonly SqlRow[]; readonly changes: number }>

/** What a session's answers are to a migration. `errorOf`: what a failure means. */
export const onAnswers = (run: Run, errorOf: (error: unknown, said: Said) => unknown): On => {
  const say: Run = (sql, params) =>
    run(sql, params).catch((error: unknown) => Promise.reject(errorOf(error, { sql, params })))
  return {
    all: async (sql, params) => (await say(sql, params)).rows,
    run: async (sql, params) => (await say(sql, params)).changes,
  }
}

export const serverSession = (server: MigratedServer): MigrationSession => {
  const { on } = server
  let isLocked = false
  return {
    all: on.all,
    run: async (sql) => void (await on.run(sql, [])),
    async lock() {
      isLocked ||= await server.takeLock(on)
      if (isLocked) return
      const cause = new Error('Another migration of this database is under way. Wait until it is done.')
      throw new ProblemError(problem('unavailable', { cause }))
    },
    transaction: (work) => inTransaction(on, server, work),
    isContention: (error) => server.isContention(error),
    isOurs: () => server.isOurs(on),
    constraints: () => server.constraints(on),
    async close() {
      if (isLocked) await server.giveLock(on).catch(() => {})
      await server.close()
    },
  }
}

const inTransaction = async (
  on: On,
  { begin, settings }: MigratedServer,
  work: (on: On) => Promise<void>,
): Promise<void> => {
  await begin(on)
  try {
    for (const setting of settings) await on.run(setting, [])
    await work(on)
    await on.run('COMMIT', [])
  } catch (error) {
    await on.run('ROLLBACK', []).catch(() => {})
    throw error
  }
}
