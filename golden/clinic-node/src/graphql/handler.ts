import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import {
  bodyOf,
  bugOriginOf,
  contextOf,
  type Gate,
  problemHeaders,
  refuseLongAddress,
  statusOf,
} from '../runtime/http/index.ts'
import { type CallContext, type Problem, ProblemError, problem, type ServiceBackend } from '../runtime/index.ts'
import { DocumentError } from './document.ts'
import type { Answer, Engine, Prepared } from './engine.ts'
import { acceptedType, type MediaType } from './media-type.ts'
import { requestOf } from './request.ts'
import { answerText } from './respond.ts'
import type { AnswerError } from './shaping.ts'
import type { EventStreams } from './sse.ts'
import { unreadableIn } from './unreadable.ts'

/** What requests are handled with. */
export interface HandlerContext {
  readonly engine: Engine
  readonly serving: ServiceBackend
  readonly streams: EventStreams
}

/** `GET` and `POST /graphql` (GraphQL over HTTP). */
export const handlerOf =
  ({ engine, serving, streams }: HandlerContext): RouteHandlerMethod =>
  async (request, reply) => {
    const type = typeOf(request)
    try {
      const prepared = prepare(engine, serving, request, reply)
      if (prepared.plan.kind === 'subscription' || type === 'text/event-stream')
        return await streamed(streams, type, prepared, request, reply)
      const answer = await engine.run(prepared)
      return send(request, reply, type, 200, answer, noteHeaders(answer, prepared))
    } catch (error) {
      return refuse(request, reply, type, error, serving.onBug)
    }
  }

/** How requests are let in: limits first, refusals as `errors`. */
export const gateOf = ({ onBug }: Pick<ServiceBackend, 'onBug'>): Gate => ({
  style: 'graphql',
  sessions: 'script',
  before: (request) => {
    if (request.method !== 'POST') refuseLongAddress(request, 'Send the document with POST.')
    if (!acceptedType(request.headers.accept)) throw new ProblemError(notAcceptable)
  },
  refuse: (request, reply, error) => refuse(request, reply, typeOf(request), error, onBug),
})

const typeOf = ({ headers }: FastifyRequest): MediaType => acceptedType(headers.accept) ?? 'application/json'

const notAcceptable = problem('not-acceptable', {
  detail: 'Answers are application/graphql-response+json, application/json or text/event-stream.',
})

const prepare = (engine: Engine, serving: ServiceBackend, request: FastifyRequest, reply: FastifyReply): Prepared => {
  const { requestTimeoutMs } = serving.model.limits
  const { principal } = request
  if (!principal) throw new ProblemError(problem('unauthenticated'))
  const asked = requestOf(request)
  const context: CallContext = contextOf(request, reply, {
    style: 'graphql',
    timeoutMs: requestTimeoutMs,
    unreadable: unreadableIn(asked.extensions.unreadable),
  })
  const prepared = engine.prepare(asked, { principal, context })
  // GraphQL over HTTP, section 5.2: a GET changes nothing.
  if (request.method !== 'POST' && prepared.plan.kind === 'mutation') {
    reply.header('allow', 'POST')
    throw new ProblemError(problem('method-not-allowed', { detail: 'Mutations are sent with POST.' }))
  }
  return prepared
}

const streamed = async (
  streams: EventStreams,
  type: MediaType,
  prepared: Prepared,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  if (type === 'text/event-stream') return streams.send(prepared, request, reply)
  const detail = 'Subscriptions are streams: accept text/event-stream, or ask over a WebSocket.'
  throw new ProblemError(problem('not-acceptable', { detail }))
}

/** What one field says of its row stands in headers too, as over REST. */
const noteHeaders = ({ notes }: Answer, { plan }: Prepared): Readonly<Record<string, string>> => {
  if (plan.kind === 'subscription' || plan.roots.length !== 1) return {}
  return {
    ...(notes.version !== undefined && { etag: `"${notes.version}"` }),
    ...(notes.isReplayed && { 'idempotency-replayed': 'true' }),
  }
}

const send = (
  request: FastifyRequest,
  reply: FastifyReply,
  type: MediaType,
  status: number,
  answer: Pick<Answer, 'data' | 'errors'>,
  headers: Readonly<Record<string, string>>,
): FastifyReply =>
  reply
    .code(status)
    .headers(headers)
    .header('content-type', `${type === 'text/event-stream' ? 'application/json' : type}; charset=utf-8`)
    .header('x-request-id', request.id)
    // Answers depend on who asks, and in which media type, and are kept by nobody else (RFC 9111 section 5.2.2.7).
    .header('cache-control', 'private')
    .header('vary', 'Authorization, Accept')
    .send(bodyOf(answerText(answer, request.id)))

/** A request that was not run: `errors` and no `data`. Bugs are told to `onBug` alone. */
const refuse = (
  request: FastifyRequest,
  reply: FastifyReply,
  type: MediaType,
  error: unknown,
  onBug: ServiceBackend['onBug'],
): FastifyReply => {
  const errors = errorsOf(error, (bug) => onBug?.(bug, bugOriginOf(request)))
  const first = errors[0]?.problem ?? problem('internal')
  const { 'content-type': _type, ...headers } = problemHeaders(first)
  return send(
    request,
    reply,
    type,
    statusFor(first, type, error instanceof DocumentError),
    { data: null, errors },
    headers,
  )
}

/** What was thrown, as entries of `errors`. */
export const errorsOf = (error: unknown, onBug: ServiceBackend['onBug']): readonly AnswerError[] => {
  if (error instanceof DocumentError) return error.errors
  if (error instanceof ProblemError) return [{ problem: error.problem }]
  onBug?.(error)
  return [{ problem: problem('internal', { cause: error }) }]
}

/**
 * A document that is not sound is an answer like any other to a client of `application/json`, which takes other statuses
 * for those of something in between (GraphQL over HTTP, section 6.4.1).
 */
const statusFor = ({ code }: Problem, type: MediaType, isDocument: boolean): number => {
  const isAnswer = isDocument || code === 'invalid-input'
  return isAnswer && type === 'application/json' ? 200 : statusOf[code]
}
