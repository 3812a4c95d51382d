import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { contextOf, sendThrown } from '../runtime/http/index.ts'
import type { Call, ServiceBackend } from '../runtime/index.ts'
import type { Asked } from './asked.ts'
import { type Answer, sendOutcome } from './respond.ts'

/** One kind of request: which operation it means, how it is read, how its value is answered. */
export interface Work {
  readonly operation: string
  readonly answer: Answer
  readonly read: (request: FastifyRequest) => Asked
}

/** A Fastify handler: request → Call → Outcome → response. */
export const handlerOf = (options: ServiceBackend, { operation, answer, read }: Work): RouteHandlerMethod => {
  // Replies when it can, and gives Fastify no promise to watch: that costs as much as the routing.
  return (request, reply) => {
    const fail = (error: unknown) => void sendThrown(request, reply, error, options.onBug)
    try {
      const outcome = options.execute(callOf(options, operation, read(request), request, reply))
      // A reply can be waited for like a promise; nobody has to.
      outcome.then((done) => void sendOutcome(request, reply, done, answer)).catch(fail)
    } catch (error) {
      fail(error)
    }
  }
}

export const callOf = (
  { model }: ServiceBackend,
  operation: string,
  { input, select, unreadable }: Asked,
  request: FastifyRequest,
  reply: FastifyReply,
): Call => {
  const { principal } = request
  const context = contextOf(request, reply, { style: 'rest', timeoutMs: model.limits.requestTimeoutMs, unreadable })
  return select ? { operation, input, select, principal, context } : { operation, input, principal, context }
}
