import { type InputError, type Problem, ProblemError, pointer, problem } from '@charter/runtime'

/** The fields of an ErrorResponse (postgresql.org/docs/current/protocol-error-fields.html) that say what went wrong. */
interface ServerError extends Error {
  /** SQLSTATE (postgresql.org/docs/current/errcodes-appendix.html), or a Node.js system error's name. */
  readonly code: string
  readonly detail?: string
  readonly column?: string
  readonly routine?: string
}

/**
 * The ProblemError that a failure of PostgreSQL means: a taken unique value is `conflict` (with the columns, as pointers),
 * a broken foreign key `referenced`, a value the database refuses `invalid-input`, a statement that ran too long
 * `timeout`; whatever keeps the database from answering is `unavailable`. A wrong statement is a bug and comes back as it
 * was; what a policy of the rows refuses is `forbidden`. PostgreSQL's own words, which hold values, stay in `cause`.
 */
export const postgresqlError = (error: unknown): unknown => {
  if (error instanceof ProblemError || !(error instanceof Error)) return error
  const meant = isServerError(error) ? problemOf(error) : lost.test(error.message) ? unavailable(error) : null
  return meant ? new ProblemError(meant) : error
}

/** What pg says when the connection is gone. */
const lost =
  /^(?:Connection terminated|Client (?:has encountered|was closed)|Query read timeout|timeout expired|The server does not support SSL|There was an error establishing)/

const isServerError = (error: Error): error is ServerError => 'code' in error && typeof error.code === 'string'

const problemOf = (error: ServerError): Problem | null =>
  byCode[error.code]?.(error) ??
  byClass[error.code.slice(0, 2)]?.(error) ??
  (isSystem(error) ? unavailable(error) : isRaised(error) ? refusedValue(error) : null)

type ToProblem = (error: ServerError) => Problem

const unavailable = (cause: Error): Problem => problem('unavailable', { cause, retryAfterSeconds: 1 })
const refusedValue: ToProblem = (cause) => problem('invalid-input', { cause })

const byCode: Readonly<Record<string, ToProblem>> = {
  '23505': (cause) => withColumns('conflict', cause, 'not-unique', 'Another record already has this value.'),
  '23P01': (cause) => problem('conflict', { cause }),
  '23001': (cause) => problem('referenced', { cause }),
  '23503': (cause) => problem('referenced', { cause }),
  '23502': (cause) =>
    problem('invalid-input', {
      cause,
      ...(cause.column !== undefined && {
        errors: [{ path: pointer(cause.column), code: 'required', message: 'Give a value.' }],
      }),
    }),
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
  '42501': (cause) =>
    isRowSecurity(cause)
      ? problem('forbidden', { cause, detail: 'The database does not allow this record with these values.' })
      : problem('unavailable', { cause }),
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
  '53': unavailable,
  '55': unavailable,
  '57': unavailable,
  '58': unavailable,
  '72': unavailable,
  F0: unavailable,
  HV: unavailable,
}

/** Classes that PostgreSQL has but that are no one's input: another class is what somebody's own function raised. */
const ownClasses = new Set('00 01 02 03 0A 0B 0F 0L 0P 0Z 24 25 26 2B 2D 34 3B 3D 3F 40 42 44 XX'.split(' '))

const isRaised = ({ code }: ServerError): boolean => /^[\dA-Z]{5}$/.test(code) && !ownClasses.has(code.slice(0, 2))

/** A row that a policy does not let in (executor/execMain.c), which has the code of a missing grant; the words depend on the server's language. */
const isRowSecurity = ({ routine }: ServerError): boolean => routine === 'ExecWithCheckOptions'

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
  stateOf(error) === '26000' ||
  (stateOf(error) === '0A000' && (error as Partial<ServerError>).routine === 'RevalidateCachedQuery')

/** A standby cancelled the read, for it had to catch up or to go. */
export const isStandbyFault = (error: unknown): boolean => /^(?:40001|40P01|57P0\d)$/.test(stateOf(error))

/** SQLSTATE of a failure or of a ProblemError's cause; empty where there is none. */
export const stateOf = (error: unknown): string => {
  const at = error instanceof ProblemError ? error.problem.cause : error
  return at instanceof Error && isServerError(at) ? at.code : ''
}

/** `Key ("tenantId", email)=(x, a@b) already exists.` names columns before the values; an expression names none. */
const withColumns = (code: 'conflict', cause: ServerError, inputCode: InputError['code'], message: string): Problem => {
  const listed = /^[^(]*\(((?:"(?:[^"]|"")*"|[^()"])+)\)=\(/.exec(cause.detail ?? '')?.[1] ?? ''
  const columns = [...listed.matchAll(/"((?:[^"]|"")*)"|([^\s,"]+)/g)].map(
    ([, inQuotes, plain]) => inQuotes?.replaceAll('""', '"') ?? plain ?? '',
  )
  const errors = columns.map((column): InputError => ({ path: pointer(column), code: inputCode, message }))
  return problem(code, { cause, ...(errors.length > 0 && { errors }) })
}
