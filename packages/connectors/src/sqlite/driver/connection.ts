import { isUtf8 } from 'node:buffer'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { likeMemory, memoryOf } from '@charter/runtime'
import type { SqlRow, SqlValue } from '@charter/sql/store'
import { sqliteError } from './errors.ts'

export interface ConnectionOptions {
  /** File path, or `:memory:`. */
  readonly path: string
  readonly isReadOnly: boolean
  /** Our own file: journal in WAL, every commit on disk. An attached file keeps the modes it has. */
  readonly isOwned: boolean
  /** How long a statement waits for a lock that another process holds. */
  readonly busyTimeoutMs: number
}

/** One SQLite connection with its prepared statements. Synchronous, as SQLite is. */
export interface Connection {
  /** Throws CutShort when a statement that looks at many rows has taken longer than `ms`; absent: it takes what it takes. */
  all(sql: string, params: readonly SqlValue[], ms?: number): readonly SqlRow[]
  /** Rows changed. */
  run(sql: string, params: readonly SqlValue[]): number
  /** A statement without parameters or rows, not kept prepared and not counted. */
  exec(sql: string): void
  readonly statementCount: number
  close(): void
}

/** A statement was ended because its time is up. */
export class CutShort extends Error {}

/** When the statement under way is cut short (`performance.now()`). */
interface Clock {
  endsAt: number
}

/** Characters of SQL, whose programs are several times as large. */
const statementsRoom = 1_000_000
const statementsMax = 500

/** Opens a connection. Throws a ProblemError (`unavailable`) when the file cannot be opened or is no SQLite database. */
export const connect = (options: ConnectionOptions): Connection => {
  const clock: Clock = { endsAt: Number.POSITIVE_INFINITY }
  const database = openFile(options, clock)
  const prepared = memoryOf<StatementSync>({ most: statementsMax, room: statementsRoom })
  let statementCount = 0
  const prepare = (sql: string): StatementSync => {
    const known = prepared.get(sql)
    if (known) return known
    const statement = database.prepare(sql)
    statement.setReturnArrays(true)
    return prepared.keep(sql, statement)
  }
  return {
    all(sql, params, ms = Number.POSITIVE_INFINITY) {
      statementCount++
      clock.endsAt = performance.now() + ms
      try {
        // setReturnArrays makes rows arrays; the types of node:sqlite only know objects.
        return prepare(sql).all(...params) as unknown as readonly SqlRow[]
      } catch (error) {
        throw sqliteError(error, params)
      } finally {
        clock.endsAt = Number.POSITIVE_INFINITY
      }
    },
    run(sql, params) {
      statementCount++
      try {
        return Number(prepare(sql).run(...params).changes)
      } catch (error) {
        throw sqliteError(error, params)
      }
    },
    exec: (sql) => attempt(() => database.exec(sql)),
    get statementCount() {
      return statementCount
    },
    close() {
      database.close()
    },
  }
}

const openFile = ({ path, isReadOnly, isOwned, busyTimeoutMs }: ConnectionOptions, clock: Clock): DatabaseSync =>
  attempt(() => {
    const database = new DatabaseSync(path, {
      readOnly: isReadOnly,
      timeout: busyTimeoutMs,
      enableForeignKeyConstraints: true,
      // Old files hold views and checks with "text" in double quotes; our own statements qualify every column.
      enableDoubleQuotedStringLiterals: !isOwned,
    })
    database.exec(pragmas(isOwned && !isReadOnly && path !== ':memory:'))
    // What every statement over rows asks now and then (render/entity.ts). A program of SQLite's own cannot be interrupted.
    const inTime = (): 1 => {
      if (performance.now() > clock.endsAt) throw new CutShort('The statement took too long.')
      return 1
    }
    database.function('charter_in_time', inTime)
    const matchesLike = likeMemory()
    // `%` and `_` with `\`, case-sensitive, by code point: SQLite's own LIKE ignores ASCII case.
    database.function('charter_like', { deterministic: true }, (pattern, value) => {
      inTime()
      return typeof pattern === 'string' && typeof value === 'string' ? (matchesLike(pattern, value) ? 1 : 0) : null
    })
    const isText = isOwned ? () => true : isTextIn(encodingOf(database))
    database.function('charter_is_text', { deterministic: true, directOnly: true }, (bytes) =>
      bytes instanceof Uint8Array && isText(bytes) ? 1 : 0,
    )
    return database
  })

const encodingOf = (database: DatabaseSync): string => String(database.prepare('PRAGMA encoding').get()?.encoding)

/** Whether bytes that a file of this encoding keeps as text are Unicode's, without NUL (docs/semantics.md, Text). */
const isTextIn = (encoding: string): ((bytes: Uint8Array) => boolean) => {
  if (encoding === 'UTF-8') return (bytes) => isUtf8(bytes) && !bytes.includes(0)
  return (bytes) => {
    const units = Buffer.from(bytes)
    if (units.length % 2 !== 0) return false
    const text = (encoding === 'UTF-16be' ? units.swap16() : units).toString('utf16le')
    return text.isWellFormed() && !text.includes('\0')
  }
}

/** `trusted_schema` off: a schema that came with a file may not call what we register (sqlite.org/security.html). */
const pragmas = (isJournalOurs: boolean): string =>
  isJournalOurs
    ? 'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF'
    : 'PRAGMA synchronous = FULL; PRAGMA trusted_schema = OFF'

const attempt = <Result>(work: () => Result): Result => {
  try {
    return work()
  } catch (error) {
    throw sqliteError(error)
  }
}
