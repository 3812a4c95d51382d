import { type Problem, ProblemError, problem } from '@charter/runtime'
import {
  refusedIn,
  refusedSomewhere,
  required,
  ruleBroken,
  type SqlValue,
  taken,
  withoutValues,
} from '@charter/sql/store'

/** What node:sqlite throws: `errcode` is SQLite's extended result code (sqlite.org/rescode.html). */
interface SqliteError extends Error {
  readonly errcode: number
}

const constraintUnique = new Set([1555, 2067, 2579])
const constraintForeignKey = 787
/** RESTRICT reports as a trigger does; the message tells it from a trigger's own RAISE. */
const constraintTrigger = 1811
const constraintNotNull = 1299
const constraintCheck = 275
const constraintDatatype = 3091
/** Primary codes that say the file cannot be used now, not that the statement is wrong. */
const unavailable = new Set([5, 6, 8, 10, 11, 13, 14, 23, 26])
const busy = 5

/**
 * The ProblemError that a SQLite failure means: a taken unique value is `conflict` (with the columns where SQLite names
 * them, as pointers), a broken foreign key `referenced`, a busy, full or unreadable file `unavailable`, a CHECK, NOT NULL
 * or trigger that refuses `invalid-input`. Anything else (a wrong statement) is a bug and comes back as it was. `params`: what was bound.
 */
export const sqliteError = (error: unknown, params: readonly SqlValue[] = []): unknown => {
  if (!isSqliteError(error)) return error
  const meant = problemOf(error, params)
  return meant ? new ProblemError(meant) : error
}

/** SQLITE_BUSY: a lock that another connection holds. */
export const isLocked = (error: unknown): boolean => isSqliteError(error) && (error.errcode & 0xff) === busy

const isSqliteError = (error: unknown): error is SqliteError =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'

const problemOf = (error: SqliteError, params: readonly SqlValue[]): Problem | null => {
  const code = error.errcode
  if (constraintUnique.has(code)) return taken(error, columnsIn(error))
  const isReference = code === constraintForeignKey || error.message === 'FOREIGN KEY constraint failed'
  if (isReference) return problem('referenced', { cause: error })
  if (code === constraintNotNull) return required(error, columnsIn(error))
  if (code === constraintCheck || code === constraintDatatype || code === constraintTrigger)
    return { ...refusedValue(error), databaseSays: withoutValues(error.message, params) }
  return unavailable.has(code & 0xff) ? problem('unavailable', { cause: error, retryAfterSeconds: 1 }) : null
}

/** With the rule or the column where SQLite names it, and in any case with a sentence; its own words are for the log. */
const refusedValue = (cause: SqliteError): Problem => {
  const rule = /^CHECK constraint failed: (\w+)$/.exec(cause.message)?.[1]
  const column = /^cannot store \w+ value in \w+ column [^.]+\.(.+)$/s.exec(cause.message)?.[1]
  if (rule !== undefined) return ruleBroken(cause, rule)
  return column === undefined ? refusedSomewhere(cause) : refusedIn(cause, column)
}

const constraintColumns = /^[A-Z ]+ constraint failed: (.+)$/s

/** `UNIQUE constraint failed: member.email, member.tenantId` names columns; an index on an expression names itself. */
const columnsIn = ({ message }: SqliteError): readonly string[] =>
  (constraintColumns.exec(message)?.[1] ?? '')
    .split(', ')
    .filter((each) => each.includes('.'))
    .map((each) => each.slice(each.indexOf('.') + 1))
