import { type InputError, type Problem, ProblemError, problem } from '@charter/runtime'
import { refusedIn, refusedSomewhere, required, ruleBroken, taken } from '@charter/sql/store'
import type { Meaning } from './meaning.ts'
import type { Product } from './product.ts'

/** What mysql2 throws: the server's number (mariadb.com/kb/en/mariadb-error-codes), or a Node.js system error's name. */
interface ServerError extends Error {
  readonly errno?: number
  readonly code?: string
  readonly fatal?: boolean
}

/** Columns of an index or constraint that the server names, as far as they are known. */
export type ColumnsOf = (name: string) => readonly string[]

/**
 * The ProblemError that a failure of the server means: a taken unique value is `conflict`, a broken foreign key `referenced`, a value
 * the database refuses `invalid-input`, a statement that ran too long `timeout`; whatever keeps the database from answering is
 * `unavailable`. A wrong statement is a bug and comes back as it was. The server's own words, which hold values, stay in `cause`.
 */
export const serverError = (product: Product, error: unknown, columnsOf: ColumnsOf = () => []): unknown => {
  if (error instanceof ProblemError || !(error instanceof Error)) return error
  const known: ServerError = error
  const number = known.errno ?? 0
  const meaning = product.errors[number] ?? byNumber[number] ?? (isLost(known) ? 'unavailable' : null)
  const meant = meaning === null ? null : problems[meaning](known, columnsOf)
  return meant ? new ProblemError(meant) : error
}

/** Two transactions that the server could not order: the one that failed may run again. */
export const isContention = (error: unknown): boolean => {
  const cause = error instanceof ProblemError ? error.problem.cause : error
  return cause instanceof Error && 'errno' in cause && contention.has(Number(cause.errno))
}

/** The server or the way to it, not what it holds, keeps it from answering. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof ProblemError && error.problem.code === 'unavailable'

/** Name of the index of a duplicate: `Duplicate entry 'x' for key 'email'`. */
export const duplicateOf = (error: unknown): string | null => {
  if (!(error instanceof Error) || !('errno' in error) || error.errno !== 1062) return null
  return /for key '(?:[^']*\.)?([^']+)'$/.exec(error.message)?.[1] ?? null
}

/** A deadlock, a lock that did not come free, rows and tables that changed since they were read. */
const contention = new Set([1213, 1205, 1020, 1412])

/** What mysql2 says of a session that is over has no code. */
const isLost = ({ code = '', fatal = false, message }: ServerError): boolean =>
  fatal ||
  /in closed state|connection (?:was )?(?:lost|closed|killed)/i.test(message) ||
  /^(?:E[A-Z]+|PROTOCOL_\w+|HANDSHAKE_\w+)$/.test(code) ||
  code === 'ER_CON_COUNT_ERROR'

type ToProblem = (error: ServerError, columnsOf: ColumnsOf) => Problem

const columnIn = ({ message }: ServerError): string | undefined =>
  /(?:[Cc]olumn|[Ff]ield) (?:[`'][^`']*[`']\.)*[`']([^`']+)[`']/.exec(message)?.[1]

const inColumn =
  (refuse: (cause: ServerError, column: string) => Problem): ToProblem =>
  (cause) => {
    const column = columnIn(cause)
    return column === undefined ? refusedSomewhere(cause) : refuse(cause, column)
  }

const notTaken = (code: InputError['code'], message?: string): ToProblem =>
  inColumn((cause, column) => refusedIn(cause, column, code, message))

const checked: ToProblem = (cause) => {
  const rule = /CONSTRAINT [`'](?:[^`']*\.)?([^`']+)[`']|[Cc]heck constraint '([^']+)'/.exec(cause.message)
  const name = rule?.[1] ?? rule?.[2]
  return name === undefined ? refusedSomewhere(cause) : ruleBroken(cause, name)
}

const problems: Readonly<Record<Meaning, ToProblem>> = {
  taken: (cause, columnsOf) => taken(cause, columnsOf(duplicateOf(cause) ?? '')),
  referenced: (cause) => problem('referenced', { cause }),
  required: inColumn((cause, column) => required(cause, [column])),
  'too-large': notTaken('too-large', 'The database takes no such number here.'),
  'too-long': notTaken('too-long', 'The database has no room for a value so long.'),
  'wrong-type': notTaken('wrong-type'),
  checked,
  refused: (cause) => refusedSomewhere(cause),
  contended: (cause) =>
    problem('conflict', {
      cause,
      detail: 'Others changed the same records at the same time. Read them again and repeat the change.',
    }),
  timeout: (cause) => problem('timeout', { cause }),
  unavailable: (cause) => problem('unavailable', { cause, retryAfterSeconds: 1 }),
}

/** Numbers that both products have, and have alike. */
const byNumber: Readonly<Record<number, Meaning>> = {
  1062: 'taken',
  1169: 'taken',
  1216: 'referenced',
  1217: 'referenced',
  1451: 'referenced',
  1452: 'referenced',
  1048: 'required',
  1364: 'required',
  1264: 'too-large',
  1406: 'too-long',
  1265: 'wrong-type',
  1292: 'wrong-type',
  1366: 'wrong-type',
  1411: 'wrong-type',
  // SIGNAL of a trigger or a function, and a view's check option.
  1644: 'refused',
  1369: 'refused',
  1205: 'contended',
  1213: 'contended',
  1020: 'contended',
  1412: 'contended',
  1317: 'timeout',
  1040: 'unavailable',
  1053: 'unavailable',
  1077: 'unavailable',
  1079: 'unavailable',
  1152: 'unavailable',
  1184: 'unavailable',
  1045: 'unavailable',
  1044: 'unavailable',
  1049: 'unavailable',
  1142: 'unavailable',
  1290: 'unavailable',
  1792: 'unavailable',
  1021: 'unavailable',
  1114: 'unavailable',
}
