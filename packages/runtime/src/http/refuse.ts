import type { FastifyReply, FastifyRequest } from 'fastify'
import { ProblemError, problem } from '../problem.ts'
import type { Serving } from '../serving.ts'
import { acceptsJson } from './accept.ts'
import { NotAllowedHere } from './allowed-methods.ts'
import { bugOriginOf } from './request.ts'
import { sendProblem } from './send-problem.ts'

/** Characters of an address that are read, in every style over HTTP. */
const addressLengthMax = 8192

/** Throws an AddressTooLong with where to put what was too long for it. */
export const refuseLongAddress = ({ raw }: FastifyRequest, instead: string): void => {
  if ((raw.url?.length ?? 0) <= addressLengthMax) return
  const detail = `The address is longer than ${addressLengthMax} characters. ${instead}`
  throw new AddressTooLong(problem('too-large', { detail }))
}

/** Limits come before all else (docs/semantics.md, Precedence). */
export const refuseEarly = (request: FastifyRequest): void => {
  const { headers } = request
  refuseLongAddress(request, 'Send the selection in the body of POST …/search.')
  if (!acceptsJson(headers.accept))
    throw new ProblemError(problem('not-acceptable', { detail: 'Answers are JSON: accept application/json.' }))
}

/** The one problem whose HTTP status says more than its code: 414 (RFC 9110 section 15.5.15). */
class AddressTooLong extends ProblemError {}

/** Whatever was thrown, as a problem. Bugs are told to `onBug` alone. */
export const sendThrown = (
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  onBug: Serving['onBug'],
): FastifyReply => {
  if (error instanceof NotAllowedHere) reply.header('allow', error.allow.join(', '))
  if (error instanceof AddressTooLong) return sendProblem(request, reply, error.problem, 414)
  if (error instanceof ProblemError) return sendProblem(request, reply, error.problem)
  onBug?.(error, bugOriginOf(request))
  return sendProblem(request, reply, problem('internal', { cause: error }))
}
