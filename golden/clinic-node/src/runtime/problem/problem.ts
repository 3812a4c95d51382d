import { boundedError, errorsMax, type InputError, type InputErrors, shortened } from './input-errors.ts'

/**
 * The closed list of expected failures. Each style maps a code to its own carrier in exactly one place.
 * `operation-failed` carries an error that the charter declares for a custom operation, named in `reason`.
 */
export const problemCodes = {
  malformed: 'The request could not be read.',
  unauthenticated: 'Sign-in is needed.',
  forbidden: 'This is not allowed.',
  'step-up-required': 'A stronger sign-in is needed.',
  'not-found': 'There is nothing here.',
  'method-not-allowed': 'This method is not offered here.',
  'not-acceptable': 'None of the accepted formats is offered.',
  'unsupported-media-type': 'This format of body is not read here.',
  'invalid-input': 'Some values are not valid.',
  'stale-cursor': 'This page cursor no longer applies; start from the first page.',
  conflict: 'This conflicts with what is stored.',
  referenced: 'Other records refer to this one.',
  'precondition-failed': 'The record has changed since it was read.',
  'precondition-required': 'A change has to say which version of the record it is of.',
  'in-progress': 'The same request is being worked on.',
  'idempotency-mismatch': 'This idempotency key was used for another request.',
  'too-large': 'The request is too large.',
  'too-many': 'Too many requests.',
  'operation-failed': 'The operation could not be done.',
  'not-implemented': 'This operation is not implemented yet.',
  timeout: 'The request took too long.',
  cancelled: 'The request was cancelled.',
  unavailable: 'The service cannot answer now.',
  internal: 'Something went wrong here.',
} as const

export type ProblemCode = keyof typeof problemCodes

/** An expected failure. `detail` is public; `cause` never leaves the process. */
export interface Problem {
  readonly code: ProblemCode
  readonly detail: string
  /** Every field error at once, sorted by path, then code. */
  readonly errors?: readonly InputError[]
  /** The charter's own name of a custom operation's error. */
  readonly reason?: string
  /** Which rule decided, or the nearest that would allow, or the database's own words: shown to development tokens and in `explain` only. */
  readonly why?: Why
  /** With `forbidden`: the scopes that a token would need (RFC 6750 section 3.1, `insufficient_scope`). */
  readonly scopes?: readonly string[]
  /** With `unauthenticated`: a credential was shown, and is not believed (RFC 6750 section 3.1, `invalid_token`). */
  readonly isRefusedCredential?: true
  readonly retryAfterSeconds?: number
  /** Whether the change was made is not known here. */
  readonly isUndecided?: true
  readonly cause?: unknown
  /** What the database says of what it refused, without the values that came: for the log, and as `why` for development tokens. */
  readonly databaseSays?: string
}

export interface Why {
  readonly sentence: string
  /** The deciding or nearest rule, with its place in the charter. */
  readonly rule?: { readonly id: string; readonly text: string; readonly file: string; readonly line: number }
}

/** Code units of a sentence that a client is told, which may hold a name that it made up. */
const detailMax = 2000

/** Everything but its code; `errors` as readers collected them, in the order in which they were found. */
export type ProblemParts = Partial<Omit<Problem, 'code' | 'errors'>> & {
  readonly errors?: InputErrors | readonly InputError[] | undefined
}

/**
 * A problem of a code. The one place where what is told of it is bounded: the first twenty errors as they were found, sorted, and that
 * there are more.
 */
export const problem = (code: ProblemCode, { errors, ...more }: ProblemParts = {}): Problem => {
  const detail = shortened(more.detail ?? problemCodes[code], detailMax)
  if (!errors) return { code, ...more, detail }
  const found = [...errors]
  const isMore = found.length > errorsMax
  return {
    code,
    ...more,
    detail: isMore && !detail.endsWith(moreErrors) ? `${detail} ${moreErrors}` : detail,
    errors: sortErrors((isMore ? found.slice(0, errorsMax) : found).map(boundedError)),
  }
}

const moreErrors = `There are more errors than these ${errorsMax}: mend them and send it again.`

/** Carries a Problem through code that can only throw (a custom operation's body, a driver). */
export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  readonly problem: Problem
  constructor(of: Problem) {
    super(of.detail, { cause: of.cause })
    this.problem = of
  }
}

/** RFC 6901 section 3: `~` and `/` inside a member name are escaped. */
export const pointer = (...path: readonly (string | number)[]): string =>
  path.reduce<string>((of, step) => `${of}/${typeof step === 'number' ? step : escaped(step)}`, '')

/** Most names have neither. */
const escaped = (step: string): string =>
  step.includes('~') || step.includes('/') ? step.replaceAll('~', '~0').replaceAll('/', '~1') : step

/** What `pointer` made one of. */
export const pointerSteps = (of: string): readonly string[] =>
  of
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))

/** Code units of one name in a path that is told. */
const stepMax = 128

/** A pointer to what is wrong, for people: names that are longer than any of ours are cut, so that each error costs the same. */
export const errorPointer = (...path: readonly (string | number)[]): string =>
  pointer(...path.map((step) => (typeof step === 'string' ? shortened(step, stepMax) : step)))

/** Sorted by path, then code, both by code unit: the same list in every style and language. */
export const sortErrors = (errors: Iterable<InputError>): readonly InputError[] =>
  [...errors].sort((a, b) => compare(a.path, b.path) || compare(a.code, b.code))

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
