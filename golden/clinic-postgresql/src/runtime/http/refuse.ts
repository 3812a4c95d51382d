import type { FastifyReply, FastifyRequest } from 'fastify'
import { ProblemError, problem } from '../problem.ts'
import type { Serving } from '../serving.ts'
import { acceptsJson } from './accept.ts'
import { bugOriginOf } from './request.ts'
import { sendProblem } from './send-problem.ts'

const urlLengthMax = 8192

/** Limits come before all else (docs/semantics.md, Precedence). */
export const refuseEarly = ({ raw, headers }: FastifyRequest): void => {
  if ((raw.url?.length ?? 0) > urlLengthMax) throw new AddressTooLong(addressTooLong)
  if (!acceptsJson(headers.accept))
    throw new ProblemError(problem('not-acceptable', { detail: 'Answers are JSON: accept application/json.' }))
}

const addressTooLong = problem('too-large', {
  detail: `The address is longer than ${urlLengthMax} characters. Send the selection in the body of POST …/search.`,
})

/** The one problem whose HTTP status says more than its code: 414 (RFC 9110 section 15.5.15). */
class AddressTooLong extends ProblemError {}

/** Whatever was thrown, as a problem. Bugs are told to `onBug` alone. */
export const sendThrown = (
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  onBug: Serving['onBug'],
): FastifyReply => {
  if (error instanceof AddressTooLong) return sendProblem(request, reply, error.problem, 414)
  if (error instanceof ProblemError) return sendProblem(request, reply, error.problem)
  onBug?.(error, bugOriginOf(request))
  return sendProblem(request, reply, problem('internal', { cause: error }))
}
