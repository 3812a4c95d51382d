import { Fault } from '../call/service-log.ts'
import { ProblemError } from '../problem/problem.ts'

/** What is logged of an error. */
export interface DescribedError {
  readonly name: string
  /** A sentence of ours. What a driver, a parser or the body of an operation says may quote a value, so it is left out. */
  readonly message?: string
  /** `SQLITE_CONSTRAINT`, `23505`, `ECONNREFUSED`. */
  readonly code?: string
  readonly stack: readonly string[]
  readonly cause?: DescribedError
}

const framesMax = 30
const causesMax = 3

export interface DescribeOptions {
  /** Messages of others too, which may quote values. */
  readonly hasMessages?: boolean
}

/** An error without the values that may stand in its message: its class, its code, where it was thrown, and what caused it. */
export const describedError = (
  error: unknown,
  { hasMessages = false }: DescribeOptions = {},
  depth = 0,
): DescribedError => {
  if (!(error instanceof Error)) return { name: typeof error, stack: [] }
  const cause = error instanceof ProblemError ? error.problem.cause : error.cause
  const { code } = error as { readonly code?: unknown }
  return {
    name: /^\w{1,64}$/.test(error.name) ? error.name : 'Error',
    ...((hasMessages || error instanceof Fault || error instanceof ProblemError) && { message: error.message }),
    ...(typeof code === 'string' && /^[A-Z0-9_]{1,64}$/.test(code) && { code }),
    stack: framesOf(error),
    ...(cause !== undefined && depth < causesMax && { cause: describedError(cause, { hasMessages }, depth + 1) }),
  }
}

/** The frames alone: the head of a stack repeats the message, which may have lines that look like frames. */
const framesOf = ({ stack = '', message }: Error): readonly string[] => {
  const at = message === '' ? -1 : stack.indexOf(message)
  return stack
    .slice(at === -1 ? 0 : at + message.length)
    .split('\n')
    .filter((line) =>
      /^ {4}at [\w .<>[\]*$#]*\(?(?:async )?(?:file:|node:|\/|[A-Za-z]:\\|<anonymous>|native)/.test(line),
    )
    .filter((line) => message === '' || !message.includes(line.trim()))
    .slice(0, framesMax)
    .map((line) => line.trim())
}
