import { setTimeout as wait } from 'node:timers/promises'
import {
  byDeadline,
  type Database,
  msLeft,
  ProblemError,
  problem,
  type SqlRow,
  type SqlValue,
  type Transaction,
  type Until,
} from '../runtime/index.ts'
import { privateFile, tighten } from '../runtime/service/index.ts'
import { type Connection, CutShort, connect } from './connection.ts'
import { isLocked } from './errors.ts'
import { type ReadApart, readApart } from './read-apart.ts'
import { turns } from './turns.ts'

export interface DatabaseOptions {
  /** File path, or `:memory:`. */
  readonly path: string
  readonly isReadOnly: boolean
  readonly isOwned: boolean
  /** How long a write waits for another process's write before it is `unavailable`, and a statement runs at most. */
  readonly waitMs: number
}

/**
 * A SQLite file as a Database: one writer, whose transactions queue, and one reader beside it that sees what is
 * committed. `:memory:` exists once per connection, so there reader and writer are one.
 */
export const openDatabase = (options: DatabaseOptions): Database => {
  const { path, isReadOnly, isOwned, waitMs } = options
  const shared = { path, isOwned, busyTimeoutMs: Math.min(waitMs, busyTimeoutMs) }
  if (isOwned && !isReadOnly && path !== ':memory:') takeFile(path)
  const writer = isReadOnly ? null : connect({ ...shared, isReadOnly: false })
  const isOne = writer !== null && path === ':memory:'
  const reader = isOne ? writer : connect({ ...shared, isReadOnly: true })
  const apart = isOne ? null : readApart({ ...shared, busyTimeoutMs: waitMs, isReadOnly: true })
  const turn = turns()
  return {
    all: readsOf(reader, apart, waitMs),
    transaction: (work, { until } = {}) => turn.take(() => inTransaction(writer, waitMs, work, until), until),
    get waitingSinceMs() {
      return turn.waitingSinceMs
    },
    get statementCount() {
      return reader.statementCount + (writer && writer !== reader ? writer.statementCount : 0)
    },
    close: () =>
      turn.take(async () => {
        apart?.close()
        if (reader !== writer) reader.close()
        writer?.close()
      }),
  }
}

/** A file of ours is nobody else's; what SQLite makes beside it has the file's own mode. */
const takeFile = (path: string): void => {
  try {
    privateFile(path)
    for (const beside of ['-wal', '-shm', '-journal']) tighten(path + beside)
  } catch (cause) {
    throw new ProblemError(problem('unavailable', { cause }))
  }
}

/** Short, because a waiting statement holds the whole process; longer waits happen between tries. */
const busyTimeoutMs = 10
const retryMs = 10

/** What a statement may take of this process, in which everything else waits for it. */
const sliceMs = 15
/** In a transaction it cannot go on elsewhere; then it may take more. */
const transactionSliceMs = 1000

/** Statements that were long before, most recently so last: they are not tried here again. */
const longMax = 500
const longForMs = 5000

/**
 * A read that takes more than its slice is begun anew in a process of its own, where it can be ended; one that another process keeps
 * out waits there.
 */
const readsOf = (reader: Connection, apart: ReadApart | null, waitMs: number): Database['all'] => {
  if (!apart) return async (sql, params, until) => within(msLeft(until, waitMs), reader, sql, params)
  const long = new Map<string, number>()
  return async (sql, params, until) => {
    const untilMs = long.size > 0 ? long.get(sql) : undefined
    if (untilMs !== undefined && untilMs > performance.now())
      return apart.all(sql, params, msLeft(until, waitMs), until)
    try {
      return reader.all(sql, params, sliceMs)
    } catch (error) {
      if (isBusy(error)) return apart.all(sql, params, msLeft(until, waitMs), until)
      if (!(error instanceof CutShort)) throw error
    }
    long.delete(sql)
    long.set(sql, performance.now() + longForMs)
    if (long.size > longMax) long.delete(long.keys().next().value ?? '')
    return apart.all(sql, params, msLeft(until, waitMs), until)
  }
}

const within = (ms: number, on: Connection, sql: string, params: readonly SqlValue[]): readonly SqlRow[] => {
  try {
    return on.all(sql, params, ms)
  } catch (error) {
    throw error instanceof CutShort ? new ProblemError(problem('timeout', { cause: error })) : error
  }
}

const inTransaction = async <Result>(
  writer: Connection | null,
  waitMs: number,
  work: (transaction: Transaction) => Promise<Result>,
  until: Until | undefined,
): Promise<Result> => {
  if (!writer)
    throw new ProblemError(problem('unavailable', { cause: new Error('The database was opened read-only.') }))
  await patiently(writer, 'BEGIN IMMEDIATE', waitMs, until)
  const open = new OpenTransaction(writer, until)
  try {
    const result = await byDeadline(until, work(open))
    await patiently(writer, 'COMMIT', waitMs, until)
    return result
  } catch (error) {
    rollBack(writer)
    throw error
  } finally {
    open.isOver = true
  }
}

/** IMMEDIATE takes the write lock at once, so that no later statement can fail for want of it. */
const patiently = async (writer: Connection, sql: string, waitMs: number, until: Until | undefined): Promise<void> => {
  const wanted = msLeft(until, waitMs)
  const end = performance.now() + wanted
  for (;;) {
    try {
      return writer.exec(sql)
    } catch (error) {
      if (!isBusy(error)) throw error
      if (performance.now() >= end)
        throw wanted < waitMs ? new ProblemError(problem('timeout', { cause: error })) : error
    }
    await wait(retryMs)
  }
}

/** Another holds the lock. Whatever else keeps a COMMIT from ending (a full disk) may have rolled back already. */
const isBusy = (error: unknown) => error instanceof ProblemError && isLocked(error.problem.cause)

/** Whoever still holds it when it has ended, as a body that was not waited for does, can do nothing more with it. */
class OpenTransaction implements Transaction {
  readonly #writer: Connection
  readonly #until: Until | undefined
  isOver = false

  constructor(writer: Connection, until: Until | undefined) {
    this.#writer = writer
    this.#until = until
  }

  async all(sql: string, params: readonly SqlValue[]): Promise<readonly SqlRow[]> {
    return within(this.#leftMs(), this.#writer, sql, params)
  }

  async run(sql: string, params: readonly SqlValue[]): Promise<{ readonly changes: number }> {
    this.#leftMs()
    return { changes: this.#writer.run(sql, params) }
  }

  #leftMs(): number {
    if (this.isOver)
      throw new ProblemError(problem('timeout', { cause: new Error('The transaction of this call has ended.') }))
    return msLeft(this.#until, transactionSliceMs)
  }
}

/** Some failures (disk full) have rolled back already; then there is nothing left to undo. */
const rollBack = (writer: Connection): void => {
  try {
    writer.exec('ROLLBACK')
  } catch {
    // The first failure is the one to tell.
  }
}
