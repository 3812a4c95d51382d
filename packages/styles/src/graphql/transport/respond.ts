import { type Problem, sortErrors } from '@charter/runtime'
import type { Answer } from './engine.ts'
import type { AnswerError } from './shaping.ts'

/** The answer as text: the one place where a problem becomes an entry of `errors` (specification, section 7.1.2). */
export const answerText = ({ data, errors }: Pick<Answer, 'data' | 'errors'>, requestId: string): string => {
  const wrong = errors.length > 0 ? `"errors":${JSON.stringify(errors.map((error) => entryOf(error, requestId)))}` : ''
  if (data === null) return `{${wrong}}`
  return wrong === '' ? `{"data":${data}}` : `{${wrong},"data":${data}}`
}

/** One entry: `extensions` hold the problem's members, as problem details do over REST. */
export const entryOf = ({ problem, locations, path }: AnswerError, requestId: string) => ({
  message: problem.detail,
  ...(locations && { locations: locations.map(({ line, column }) => ({ line, column })) }),
  ...(path && { path }),
  extensions: extensionsOf(problem, requestId),
})

const extensionsOf = (problem: Problem, requestId: string) => ({
  code: problem.code,
  ...(problem.reason !== undefined && { reason: problem.reason }),
  ...(problem.errors && { errors: sortErrors(problem.errors) }),
  ...(problem.scopes && { scopes: problem.scopes }),
  ...(problem.why && { why: problem.why }),
  ...(problem.retryAfterSeconds !== undefined && { retryAfterSeconds: problem.retryAfterSeconds }),
  requestId,
})
