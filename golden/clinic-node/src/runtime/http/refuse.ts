import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ServiceBackend } from '../call/service-backend.ts'
import { ProblemError, problem } from '../problem/problem.ts'
import { acceptedJson, majorOf, type Versioned } from './accept.ts'
import { NotAllowedHere } from './allowed-methods.ts'
import { wantsEvents } from './event-routes.ts'
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

/** Limits come before all else (docs/semantics.md, Precedence). Notes on the request which version its answer has to name. */
export const refuseEarly =
  (served: Versioned | undefined, besides?: 'events') =>
  (request: FastifyRequest): void => {
    refuseLongAddress(request, 'Send the selection in the body of POST …/search.')
    if (besides === 'events' && wantsEvents(request)) return
    const accepted = acceptedJson(request.headers.accept, served)
    if (!accepted) throw notAcceptable('Answers are JSON: accept application/json.')
    if (accepted.isOther)
      throw notAcceptable(
        `This is version ${majorOf(served)} of ${served?.name}, and of no other: accept application/json; version=${majorOf(served)}.`,
      )
    if (accepted.type !== undefined) request.answerType = accepted.type
  }

const notAcceptable = (detail: string): ProblemError => new ProblemError(problem('not-acceptable', { detail }))

/** The one problem whose HTTP status says more than its code: 414 (RFC 9110 section 15.5.15). */
class AddressTooLong extends ProblemError {}

/** Whatever was thrown, as a problem. Bugs are told to `onBug` alone. */
export const sendThrown = (
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  onBug: ServiceBackend['onBug'],
): FastifyReply => {
  if (error instanceof NotAllowedHere) reply.header('allow', error.allow.join(', '))
  if (error instanceof AddressTooLong) return sendProblem(request, reply, error.problem, 414)
  if (error instanceof ProblemError) return sendProblem(request, reply, error.problem)
  onBug?.(error, bugOriginOf(request))
  return sendProblem(request, reply, problem('internal', { cause: error }))
}
