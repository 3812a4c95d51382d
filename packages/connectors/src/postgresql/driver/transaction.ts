import { lostCommit, type OpenTransaction, rolledBack } from '@charter/sql/server'
import { Course, isRead, type Sql, type SqlValue, statementIn } from '@charter/sql/store'
import type { Connection, Sent } from './connection.ts'
import { postgresqlError, stateOf } from './errors.ts'
import { markOf } from './fate.ts'
import type { SearchPath } from './search-path.ts'
import type { Answer } from './statement.ts'
import { setTenant, tenantValues } from './tenant-setting.ts'
import { namesPath } from './text-alone.ts'

export interface TransactionStart {
  /** BEGIN, in the mode that is wanted; it goes with the first statement, in one round trip. */
  readonly begin: string
  /** Where the database's own triggers and functions find what they name; null where none of theirs runs. */
  readonly path: SearchPath | null
  /** Whose rows alone are there; null or absent: everybody's. */
  readonly tenant?: string | null
}

/** A statement that was said and is not sent yet. `settle` tells whoever waits for its answer. */
interface Waiting extends Sent {
  settle?(failure: unknown, answer: Answer | null): void
}

/** Statements without an answer that wait for one to go with. */
const waitingMax = 50

/**
 * Statements that are said at once, and those before them whose answers nobody reads, go in one round trip. They are done in order, and
 * none after one that failed. That is PostgreSQL's protocol: of servers that take them one by one the kit has `plainTransaction`.
 */
export const transactionOn = (
  connection: Connection,
  { begin, path, tenant = null }: TransactionStart,
): OpenTransaction => {
  const course = new Course()
  const written = new Set<string>()
  let waiting: Waiting[] = []
  let hasBegun = false
  let hasWritten = false
  let hasOwnPath = false

  const say = ({ sql, params, settle }: Pick<Waiting, 'sql' | 'params' | 'settle'>): void => {
    course.requireOpen()
    // Who says where to look, as a body may, is not spoken over.
    hasOwnPath ||= typeof sql === 'string' && namesPath(sql)
    const around = isRead(sql) || hasOwnPath ? null : path
    const statement = statementIn(sql)
    if (statement?.kind === 'write' && statement.table !== null) written.add(statement.table)
    hasWritten ||= around !== null
    if (!hasBegun) waiting.push({ sql: begin, params: [] })
    if (!hasBegun && tenant !== null) waiting.push({ sql: setTenant, params: tenantValues(tenant) })
    hasBegun = true
    waiting.push({ sql, params, around, ...(settle && { settle }) })
  }

  /** Sends what waits, and tells each what came of it. */
  const send = async (): Promise<void> => {
    const sent = waiting
    waiting = []
    if (sent.length === 0) return
    const { answers, error } = await connection.runAll(sent)
    for (const [at, answer] of answers.entries()) sent[at]?.settle?.(null, answer)
    const faulty = sent[answers.length]
    if (!faulty) return
    const failure = course.failed(postgresqlError(error, { ...faulty, written }))
    for (const { settle } of sent.slice(answers.length)) settle?.(failure, null)
  }

  let isWide = false
  const widen = (): void => {
    if (!isWide) say({ sql: setTenant, params: tenantValues(null) })
    isWide = true
  }

  const run = (sql: Sql, params: readonly SqlValue[]): Promise<Answer> =>
    new Promise((resolve, reject) => {
      say({ sql, params, settle: (failure, answer) => (answer ? resolve(answer) : reject(failure)) })
      // Whoever asks for more at once may still do so.
      queueMicrotask(send)
    })
  const all = async (sql: Sql, params: readonly SqlValue[]) => (await run(sql, params)).rows
  const later = async (sql: Sql, params: readonly SqlValue[]): Promise<void> => {
    say({ sql, params })
    if (waiting.length >= waitingMax) await send()
  }
  return {
    transaction: { all, run, later, mark: () => markOf(all), ...(tenant !== null && { widen }) },
    end: () => course.end(),
    async commit() {
      course.requireWhole()
      if (!hasBegun) return
      const before = [...waiting, ...(hasWritten && !hasOwnPath && path ? [{ sql: path.before, params: [] }] : [])]
      waiting = []
      await commit(connection, before, written).catch((error: unknown) => {
        // What failed while it was under way says more than that nothing was kept.
        course.requireWhole()
        throw error
      })
    },
    async undo() {
      waiting = []
      return !hasBegun || rolledBack(connection, (sql) => connection.run(sql, []))
    },
  }
}

/** Triggers may have been put off until it. What still waits goes before, in the same round trip. */
const commit = async (connection: Connection, before: readonly Sent[], written: ReadonlySet<string>): Promise<void> => {
  const wasOpen = connection.isOpen
  const { answers, error } = await connection.runAll([...before, { sql: 'COMMIT', params: [] }])
  if (!error) return requireCommitted(answers.at(-1)?.command)
  // Through what was lost before it, no COMMIT has gone.
  if (wasOpen && !connection.isOpen) throw lostCommit(error)
  const faulty = before[answers.length]
  // What goes before COMMIT is not done any more in a transaction that has failed.
  if (stateOf(error) === '25P02') return requireCommitted('ROLLBACK')
  throw postgresqlError(error, faulty && { ...faulty, written })
}

const requireCommitted = (command = ''): void => {
  if (command !== 'COMMIT') throw new Error(`The transaction ended with ${command}.`)
}
