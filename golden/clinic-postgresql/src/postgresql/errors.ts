import { type Problem, ProblemError, problem } from '../runtime/index.ts'
import { isRead, required, taken, withoutValues } from '../sql-store/index.ts'
import { type RefusedValue, refusedValue } from './refused-value.ts'
import { isInput, relationOf, type Said } from './said.ts'

/** The fields of an ErrorResponse (postgresql.org/docs/current/protocol-error-fields.html) that say what went wrong. */
interface ServerError extends RefusedValue {
  /** SQLSTATE (postgresql.org/docs/current/errcodes-appendix.html), or a Node.js system error's name. */
  readonly code: string
  readonly detail?: string
  readonly hint?: string
  readonly routine?: string
  /** Of PostgreSQL's own source. */
  readonly file?: string
  /** Where it was raised: the function behind a trigger, a rule or a view. A statement's own mistakes have none. */
  readonly where?: string
}

/**
 * The ProblemError that a failure of PostgreSQL means: a taken unique value is `conflict` (with the columns, as pointers),
 * a broken foreign key `referenced`, a value the database refuses `invalid-input`, a statement that ran too long
 * `timeout`; whatever keeps the database from answering is `unavailable`, and so is what a view or a function behind it
 * raises while it is only read. A wrong statement is a bug and comes back as it was; what a policy of the rows refuses is
 * `forbidden`. PostgreSQL's own words, without the values that came, are for the log. `said` is the statement that failed; absent for
 * COMMIT and for sessions.
 */
export const postgresqlError = (error: unknown, said?: Said): unknown => {
  if (error instanceof ProblemError || !(error instanceof Error)) return error
  if (!isServerError(error)) return lost.test(error.message) ? new ProblemError(unavailable(error)) : error
  const meant = problemOf(error, said)
  if (!meant) return error
  const isUnreadable = said && isRead(said.sql) && blaming.has(meant.code) && !isInput(error, said) && !isReadBack(said)
  if (isUnreadable) return new ProblemError(unreadable(error, said))
  return new ProblemError(isOwnRule(error, meant) ? { ...meant, databaseSays: wordsOf(error, said) } : meant)
}

/** A refusal of which the problem says too little: of a trigger, a type, a partition. Keys and references it names. */
const isOwnRule = (error: ServerError, { code }: Problem): boolean =>
  blaming.has(code) && (isSaid(error) || !['23505', '23503', '23001', '23502'].includes(error.code))

/** The message and its hint; its detail may hold a whole row. */
const wordsOf = ({ message, hint }: ServerError, said: Said | undefined): string =>
  withoutValues(hint === undefined ? message : `${message} (hint: ${hint})`, said?.params ?? [])

/** What pg says when the connection is gone. */
const lost =
  /^(?:Connection terminated|Client (?:has encountered|was closed)|Query read timeout|timeout expired|The server does not support SSL|There was an error establishing)/

const isServerError = (error: Error): error is ServerError => 'code' in error && typeof error.code === 'string'

const problemOf = (error: ServerError, said: Said | undefined): Problem | null => {
  const known = byCode[error.code] ?? byClass[error.code.slice(0, 2)]
  if (known) return known(error, said)
  if (isSystem(error)) return unavailable(error)
  if (isUnset(error)) return unset(error)
  if (isNotFound(error)) return unnamed(error)
  if (isRaised(error)) return refusedValue(error, said)
  return byStructure[error.code]?.(error) ?? null
}

/** What was written is read again, as through a view that takes more values than it can show: the write is to blame, and undone. */
const isReadBack = (said: Said): boolean => said.written?.has(relationOf(said)) === true

/** Problems that say a client sent something wrong. */
const blaming: ReadonlySet<Problem['code']> = new Set(['invalid-input', 'conflict', 'referenced', 'forbidden'])

/** Asking again does not help: somebody has to mend the database, as `sentence` says to the log. */
const broken = (cause: ServerError, sentence: string): Problem =>
  problem('internal', {
    detail: 'The database cannot answer this until somebody mends it there; the log of the service says what is wrong.',
    cause: new Error(sentence, { cause }),
  })

/** The rows themselves make the failure. */
const unreadable = (error: ServerError, said: Said): Problem =>
  broken(
    error,
    `${relationOf(said)} cannot be read: PostgreSQL answered "${error.message}" (${error.code}). Mend the view, or the function or rows behind it.`,
  )

/** A view that was never filled, a foreign server that fails, a grant that is missing; or a function behind a write that says so. */
const unmet: ToProblem = (error, said) =>
  isOfFunction(error) && said && !isRead(said.sql) ? refusedValue(error, said) : unusable(error, said)

const unusable: ToProblem = (error, said) =>
  broken(
    error,
    `${said ? relationOf(said) : 'A relation'} cannot be used: PostgreSQL answered "${error.message}" (${error.code}). Mend it, or leave it out of the charter.`,
  )

type ToProblem = (error: ServerError, said?: Said) => Problem

const unavailable = (cause: Error): Problem => problem('unavailable', { cause, retryAfterSeconds: 1 })

const byCode: Readonly<Record<string, ToProblem>> = {
  '23505': (cause) => taken(cause, columnsIn(cause)),
  '23P01': (cause) => problem('conflict', { cause }),
  '23001': (cause) => problem('referenced', { cause }),
  '23503': (cause) => problem('referenced', { cause }),
  '23502': (cause) =>
    cause.column === undefined ? problem('invalid-input', { cause }) : required(cause, [cause.column]),
  // A check constraint, a domain, a view's check option; a trigger that raises.
  '23514': refusedValue,
  '44000': refusedValue,
  P0001: refusedValue,
  // A value for a column that is always the database's to make.
  '428C9': refusedValue,
  '57014': (cause) => problem('timeout', { cause }),
  '25P03': (cause) => problem('timeout', { cause }),
  '40001': contended,
  '40P01': contended,
  '55P03': contended,
  '42501': (cause, said) =>
    isRowSecurity(cause) || isSaid(cause)
      ? problem('forbidden', { cause, detail: 'The database does not allow this record with these values.' })
      : unusable(cause, said),
  '55000': unmet,
  '25006': (cause) => problem('unavailable', { cause }),
  '3D000': (cause) => problem('unavailable', { cause }),
}

const byClass: Readonly<Record<string, ToProblem>> = {
  '08': unavailable,
  // What functions behind triggers, rules and constraints raise, and values that no index can hold.
  '09': refusedValue,
  '20': refusedValue,
  '21': refusedValue,
  '22': refusedValue,
  '23': (cause) => problem('conflict', { cause }),
  '27': refusedValue,
  '2F': refusedValue,
  '38': refusedValue,
  '39': refusedValue,
  '54': refusedValue,
  P0: refusedValue,
  '28': (cause) => problem('unavailable', { cause }),
  '40': contended,
  '53': unavailable,
  '55': unavailable,
  '57': unavailable,
  '58': unavailable,
  '72': unavailable,
  F0: unavailable,
  HV: unmet,
  // Its own internal failures, and pages that cannot be read.
  XX: unavailable,
}

const changed: ToProblem = (cause) =>
  broken(
    cause,
    `The database is not as the charter has it: PostgreSQL answered "${cause.message}" (${cause.code}). Introspect it anew, or undo the change there.`,
  )

/** What a statement meets where a table, a column, a type or an operator is gone or is another than when it was written. */
const byStructure: Readonly<Record<string, ToProblem>> = Object.fromEntries(
  '3F000 42P01 42703 42704 42804 42809 42846 42883 0A000'.split(' ').map((code) => [code, changed]),
)

/** Classes that PostgreSQL has but that are no one's input, unless a function raises them: another class always is such a function's. */
const ownClasses = new Set('00 01 02 03 0A 0B 0F 0L 0P 0Z 24 25 26 2B 2D 34 3B 3D 3F 42 44'.split(' '))

const isRaised = (error: ServerError): boolean =>
  /^[\dA-Z]{5}$/.test(error.code) && (isOfFunction(error) || !ownClasses.has(error.code.slice(0, 2)))

/** A function behind a write looks for what is not where the session looks, which is nowhere: nobody's input. */
const isNotFound = (error: ServerError): boolean =>
  isOfFunction(error) && ['3F000', '42P01', '42703', '42704', '42883'].includes(error.code) && !isSaid(error)

const unnamed = (error: ServerError): Problem =>
  broken(
    error,
    `A function behind the statement does not find what it names: PostgreSQL answered "${error.message}" (${error.code}). Name it with its schema, or let the function look there: ALTER FUNCTION … SET search_path = public.`,
  )

/** `current_setting` of what nobody set (utils/misc/guc.c), in a default, a policy, a view or a function. */
const isUnset = ({ code, file = '' }: ServerError): boolean => code === '42704' && file.startsWith('guc')

const unset = (error: ServerError): Problem => {
  const name = /"(.+)"/.exec(error.message)?.[1] ?? '…'
  return broken(
    error,
    `A default, a policy or a function of the database asks for a setting that no session has: PostgreSQL answered "${error.message}" (${error.code}). Set it: ALTER ROLE … SET ${name} = …, or ?options=-c%20${name}%3D… in the URL.`,
  )
}

const isOfFunction = ({ where = '' }: ServerError): boolean => where !== ''

/** A row that a policy does not let in (executor/execMain.c), which has the code of a missing grant; the words depend on the server's language. */
const isRowSecurity = ({ routine }: ServerError): boolean => routine === 'ExecWithCheckOptions'

/** RAISE of PL/pgSQL (pl_exec.c): somebody's own words, not a grant that is missing. */
const isSaid = ({ routine }: ServerError): boolean => routine === 'exec_stmt_raise'

function contended(cause: Error): Problem {
  return problem('unavailable', {
    cause,
    retryAfterSeconds: 1,
    detail: 'Another change to the same records came first, and nothing was changed. Try again.',
  })
}

/** ECONNREFUSED, ENOTFOUND, ERR_TLS_CERT_ALTNAME_INVALID, DEPTH_ZERO_SELF_SIGNED_CERT… SQLSTATE has five characters. */
const isSystem = ({ code }: ServerError): boolean => code.length > 5 && /^[A-Z][A-Z_\d]+$/.test(code)

/** Neither the order among others could be kept: the same work may succeed on another try. */
export const isContention = (error: unknown): boolean => /^(?:40001|40P01)$/.test(stateOf(error))

/** The server's structure changed under a prepared statement, or a pooler between us dropped it. */
export const isStalePlan = (error: unknown): boolean =>
  stateOf(error) === '26000' || serverError(error)?.routine === 'RevalidateCachedQuery'

/** A standby cancelled the read, for it had to catch up or to go. */
export const isStandbyFault = (error: unknown): boolean => /^(?:40001|40P01|57P0\d)$/.test(stateOf(error))

/** Whether the role may not do what it was asked for. */
export const isForbidden = (error: unknown): boolean => stateOf(error) === '42501'

/** SQLSTATE of a failure or of a ProblemError's cause; empty where there is none. */
export const stateOf = (error: unknown): string => serverError(error)?.code ?? ''

/** What the server said, behind the problem and the sentence that were made of it. */
const serverError = (error: unknown): ServerError | null => {
  const at = error instanceof ProblemError ? error.problem.cause : error
  if (!(at instanceof Error)) return null
  return isServerError(at) ? at : serverError(at.cause)
}

/** `Key ("tenantId", email)=(x, a@b) already exists.` names columns before the values; an expression names none. */
const columnsIn = ({ detail = '' }: ServerError): readonly string[] => {
  const listed = /^[^(]*\(((?:"(?:[^"]|"")*"|[^()"])+)\)=\(/.exec(detail)?.[1] ?? ''
  return [...listed.matchAll(/"((?:[^"]|"")*)"|([^\s,"]+)/g)].map(
    ([, inQuotes, plain]) => inQuotes?.replaceAll('""', '"') ?? plain ?? '',
  )
}
