import { setTimeout as wait } from 'node:timers/promises'
import { type Database, ProblemError, problem, type Transaction } from '../runtime/index.ts'
import { type Connection, connect } from './connection.ts'
import { mutex } from './mutex.ts'

export interface DatabaseOptions {
  /** File path, or `:memory:`. */
  readonly path: string
  readonly isReadOnly: boolean
  readonly isOwned: boolean
  /** How long a write waits for another process's write before it is `unavailable`. */
  readonly waitMs: number
}

/**
 * A SQLite file as a Database: one writer, whose transactions queue, and one reader beside it that sees what is
 * committed. `:memory:` exists once per connection, so there reader and writer are one.
 */
export const openDatabase = (options: DatabaseOptions): Database => {
  const { path, isReadOnly, isOwned, waitMs } = options
  const shared = { path, isOwned, busyTimeoutMs: Math.min(waitMs, busyTimeoutMs) }
  const writer = isReadOnly ? null : connect({ ...shared, isReadOnly: false })
  const reader = writer && path === ':memory:' ? writer : connect({ ...shared, isReadOnly: true })
  const exclusive = mutex()
  return {
    all: async (sql, params) => reader.all(sql, params),
    transaction: (work) => exclusive(() => inTransaction(writer, waitMs, work)),
    get statementCount() {
      return reader.statementCount + (writer && writer !== reader ? writer.statementCount : 0)
    },
    close: () =>
      exclusive(async () => {
        if (reader !== writer) reader.close()
        writer?.close()
      }),
  }
}

/** Short, because a waiting statement holds the whole process; longer waits happen between tries. */
const busyTimeoutMs = 50
const retryMs = 10

const inTransaction = async <Result>(
  writer: Connection | null,
  waitMs: number,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> => {
  if (!writer)
    throw new ProblemError(problem('unavailable', { cause: new Error('The database was opened read-only.') }))
  await begin(writer, waitMs)
  try {
    const result = await work(transactionOn(writer))
    writer.exec('COMMIT')
    return result
  } catch (error) {
    rollBack(writer)
    throw error
  }
}

/** IMMEDIATE takes the write lock at once, so that no later statement can fail for want of it. */
const begin = async (writer: Connection, waitMs: number): Promise<void> => {
  const until = performance.now() + waitMs
  for (;;) {
    try {
      return writer.exec('BEGIN IMMEDIATE')
    } catch (error) {
      if (!isBusy(error) || performance.now() >= until) throw error
    }
    await wait(retryMs)
  }
}

const isBusy = (error: unknown) => error instanceof ProblemError && error.problem.code === 'unavailable'

const transactionOn = (writer: Connection): Transaction => ({
  all: async (sql, params) => writer.all(sql, params),
  run: async (sql, params) => ({ changes: writer.run(sql, params) }),
})

/** Some failures (disk full) have rolled back already; then there is nothing left to undo. */
const rollBack = (writer: Connection): void => {
  try {
    writer.exec('ROLLBACK')
  } catch {
    // The first failure is the one to tell.
  }
}
