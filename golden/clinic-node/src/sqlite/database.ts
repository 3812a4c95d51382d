import { statSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { byDeadline, msLeft, ProblemError, problem, type Until, whyOver } from '../runtime/index.ts'
import { privateFile, tighten } from '../runtime/service/index.ts'
import {
  Course,
  type Database,
  type Sql,
  type SqlRow,
  type SqlTransaction,
  type SqlValue,
  textOf,
} from '../sql-store/index.ts'
import { type Breath, breath } from './breath.ts'
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
  const others = breath(sliceMs)
  const opened = fileAt(path)
  const isGone = (): boolean => opened !== null && fileAt(path) !== opened
  return {
    all: readsOf({ reader, apart, waitMs, others }),
    transaction: (work, { until } = {}) =>
      turn.take(async () => {
        if (isGone()) throw new ProblemError(problem('unavailable', { cause: new Error(`${path} is there no more.`) }))
        return inTransaction({ writer, waitMs, until, others }, work)
      }, until),
    get isGone() {
      return isGone()
    },
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

/** Which file a path leads to now; null where there is none. What is removed, or put elsewhere, is still written to by whoever opened it. */
const fileAt = (path: string): string | null => {
  const found = statSync(path, { throwIfNoEntry: false })
  return found ? `${found.dev} ${found.ino}` : null
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
/** In a transaction it cannot go on elsewhere; then it may take more: so much past their slices for all statements of one together. */
const transactionSliceMs = 1000

/** Statements that were long before, most recently so last: they are not tried here again. */
const longMax = 500
const longForMs = 5000

interface ReadContext {
  readonly reader: Connection
  readonly apart: ReadApart | null
  readonly waitMs: number
  readonly others: Breath
}

/**
 * A read that takes more than its slice is begun anew in a process of its own, where it can be ended; one that another process keeps
 * out waits there.
 */
const readsOf = ({ reader, apart, waitMs, others }: ReadContext): Database['all'] => {
  if (!apart)
    return async (sql, params, until) => {
      for (let turn = others.taken(); turn; turn = others.taken()) await turn
      return within(msLeft(until, waitMs), reader, textOf(sql), params, others)
    }
  const long = new Map<string, number>()
  return async (statement, params, until) => {
    const sql = textOf(statement)
    const untilMs = long.size > 0 ? long.get(sql) : undefined
    if (untilMs !== undefined && untilMs > performance.now())
      return apart.all(sql, params, msLeft(until, waitMs), until)
    for (let turn = others.taken(); turn; turn = others.taken()) await turn
    try {
      return timed(others, () => reader.all(sql, params, sliceMs))
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

const timed = <Result>(others: Breath, work: () => Result): Result => {
  const beganMs = performance.now()
  try {
    return work()
  } finally {
    others.spend(performance.now() - beganMs)
  }
}

const within = (
  ms: number,
  on: Connection,
  sql: string,
  params: readonly SqlValue[],
  others: Breath,
): readonly SqlRow[] => {
  try {
    return timed(others, () => on.all(sql, params, ms))
  } catch (error) {
    throw error instanceof CutShort ? new ProblemError(problem('timeout', { cause: error })) : error
  }
}

interface WriteContext {
  readonly writer: Connection | null
  readonly waitMs: number
  readonly until: Until | undefined
  readonly others: Breath
}

const inTransaction = async <Result>(
  { writer, waitMs, until, others }: WriteContext,
  work: (transaction: SqlTransaction) => Promise<Result>,
): Promise<Result> => {
  if (!writer)
    throw new ProblemError(problem('unavailable', { cause: new Error('The database was opened read-only.') }))
  await others.before()
  await patiently(writer, 'BEGIN IMMEDIATE', waitMs, until)
  const open = new OpenTransaction(writer, until, others)
  try {
    // Cancelled while it waited for its turn, or for the lock of another process: nothing is done.
    const over = whyOver(until)
    if (over) throw over
    const result = await byDeadline(until, work(open))
    open.course.requireWhole()
    await patiently(writer, 'COMMIT', waitMs, until)
    return result
  } catch (error) {
    rollBack(writer)
    throw error
  } finally {
    open.course.end()
  }
}

/** Says it again until no other holds the lock, at most so long. IMMEDIATE takes the write lock at once, so that no later statement can fail for want of it. */
export const patiently = async (writer: Connection, sql: string, waitMs: number, until?: Until): Promise<void> => {
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
class OpenTransaction implements SqlTransaction {
  readonly #writer: Connection
  readonly #until: Until | undefined
  readonly #others: Breath
  /** What its long reads may still take past their slices. */
  #longMs = transactionSliceMs
  /** SQLite may have rolled back by itself (a full disk): what comes after a failure would be done at once, and stay. */
  readonly course = new Course()

  constructor(writer: Connection, until: Until | undefined, others: Breath) {
    this.#writer = writer
    this.#until = until
    this.#others = others
  }

  async all(sql: Sql, params: readonly SqlValue[]): Promise<readonly SqlRow[]> {
    await this.#turn()
    const beganMs = performance.now()
    try {
      return within(msLeft(this.#until, sliceMs + this.#longMs), this.#writer, textOf(sql), params, this.#others)
    } catch (error) {
      throw this.course.failed(error)
    } finally {
      this.#longMs = Math.max(0, this.#longMs - Math.max(0, performance.now() - beganMs - sliceMs))
    }
  }

  async run(sql: Sql, params: readonly SqlValue[]): Promise<{ readonly changes: number }> {
    await this.#turn()
    try {
      return { changes: timed(this.#others, () => this.#writer.run(textOf(sql), params)) }
    } catch (error) {
      throw this.course.failed(error)
    }
  }

  async later(sql: Sql, params: readonly SqlValue[]): Promise<void> {
    await this.run(sql, params)
  }

  /** Others have had theirs, and the transaction is still open. */
  async #turn(): Promise<void> {
    for (;;) {
      this.course.requireOpen()
      const turn = this.#others.taken()
      if (!turn) return
      await turn
    }
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
