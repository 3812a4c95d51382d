import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Problem, sortErrors } from '../problem/problem.ts'
import { problemDocument, problemHeaders } from './problem-document.ts'
import { statusOf } from './status.ts'

/** Sends a problem as problem details (RFC 9457). `status` where it differs from the code's own. */
export const sendProblem = (
  request: FastifyRequest,
  reply: FastifyReply,
  given: Problem,
  status = statusOf[given.code],
): FastifyReply => {
  const of = given.errors ? { ...given, errors: sortErrors(given.errors) } : given
  return reply
    .code(status)
    .headers(problemHeaders(of))
    .header('x-request-id', request.id)
    .header('cache-control', 'no-store')
    .header('vary', 'Authorization, Accept')
    .send(JSON.stringify(problemDocument(of, request.id, status)))
}
