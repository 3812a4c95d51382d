import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { contextOf, credentialOf, sendProblem } from '../runtime/http/index.ts'
import { type Call, type Outcome, type Principal, ProblemError, problem, type Serving } from '../runtime/index.ts'
import { acceptsJson } from './accept.ts'
import type { Asked } from './asked.ts'
import { type Answer, sendOutcome } from './respond.ts'

/** One kind of request: which operation it means, how it is read, how its value is answered. */
export interface Work {
  readonly operation: string
  readonly answer: Answer
  readonly read: (request: FastifyRequest) => Asked
}

/** A Fastify handler: request → Call → Outcome → response. */
export const handlerOf = (options: Serving, { operation, answer, read }: Work): RouteHandlerMethod => {
  const call = (request: FastifyRequest, reply: FastifyReply, principal: Principal | null): Promise<Outcome> =>
    options.execute(callOf(options, operation, read(request), principal, request, reply))
  // Replies when it can, and gives Fastify no promise to watch: that costs as much as the routing.
  return (request, reply) => {
    const fail = (error: unknown) => void sendThrown(request, reply, error, options.onBug)
    try {
      refuseEarly(request)
      const identified = options.authenticate(credentialOf(request))
      const outcome =
        identified instanceof Promise
          ? identified.then((principal) => call(request, reply, principal))
          : call(request, reply, identified)
      // A reply can be waited for like a promise; nobody has to.
      outcome.then((done) => void sendOutcome(request, reply, done, answer)).catch(fail)
    } catch (error) {
      fail(error)
    }
  }
}

const callOf = (
  { model }: Serving,
  operation: string,
  { input, select, unreadable }: Asked,
  principal: Principal | null,
  request: FastifyRequest,
  reply: FastifyReply,
): Call => {
  const context = contextOf(request, reply, { style: 'rest', timeoutMs: model.limits.requestTimeoutMs, unreadable })
  return select ? { operation, input, select, principal, context } : { operation, input, principal, context }
}

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
  onBug?.(error)
  return sendProblem(request, reply, problem('internal', { cause: error }))
}
