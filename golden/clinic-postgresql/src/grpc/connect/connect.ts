import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addressOf, type Gate, leaveUnread, sendProblem } from '../../runtime/http/index.ts'
import { countedRefusal, followersOf, ProblemError, problem, type ServiceBackend } from '../../runtime/index.ts'
import type { Work } from '../handler.ts'
import { protoJsonOf } from '../proto-json.ts'
import type { GrpcSurface, MethodPlan } from '../surface.ts'
import { worksOf } from '../works.ts'
import { answerMany, answerOne, problemOf, refuse } from './answer.ts'
import { type Carrier, carrierOf, mediaTypes, mediaTypesOf } from './carrier.ts'
import type { Exchange } from './request.ts'

/**
 * The methods of gRPC at the port of HTTP, for browsers and for whoever has nothing but HTTP: Connect's protocol in JSON and in bytes,
 * and gRPC-Web. Calls are the same as over gRPC, and on record as that.
 */
export const connect = async (app: FastifyInstance, serving: ServiceBackend, surface: GrpcSurface): Promise<void> => {
  const closing = new AbortController()
  app.addHook('preClose', async () => closing.abort())
  // Whoever never calls so pays for none of it.
  let works: ReadonlyMap<string, Work> | undefined
  const workOf = (request: FastifyRequest): Work | undefined => {
    works ??= worksOf(surface, serving, { closing: closing.signal, followers: followersOf() })
    return works.get(pathOf(request))
  }
  const json = protoJsonOf(surface)
  const exchangeOf = (request: FastifyRequest, reply: FastifyReply): Exchange | null => {
    const work = workOf(request)
    return work ? { work, json, carrier: carrierFor(work.method, request) ?? plain, request, reply } : null
  }
  const refused = (request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply => {
    const exchange = exchangeOf(request, reply)
    return exchange ? refuse(exchange, problemOf(exchange, error)) : sendProblem(request, reply, problem('not-found'))
  }
  const gate: Gate = {
    style: 'grpc',
    noteOf: (request) => (workOf(request) ? { url: pathOf(request), style: 'grpc' } : undefined),
    before: (request) => takes(workOf(request)?.method, request),
    refuse: refused,
  }
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser([...mediaTypes], { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.setErrorHandler((error: FastifyError, request, reply) => {
      // A stream whose client has left is over, and nobody's mistake.
      if (error.code === 'ERR_STREAM_PREMATURE_CLOSE' && reply.raw.closed) return
      leaveUnread(request, reply)
      const from = { style: 'grpc', address: addressOf(request) }
      refused(request, reply, countedRefusal(serving.refusals, from, limitOf(error) ?? error))
    })
    const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const exchange = exchangeOf(request, reply)
      if (!exchange) throw new Error(`the gate let in a call of no method: ${pathOf(request)}`)
      if (exchange.work.method.isStream) return answerMany(exchange)
      return answerOne(exchange).catch((error: unknown) => refuse(exchange, problemOf(exchange, error)))
    }
    // One route for each service: of its methods, in thousands, Fastify would keep kilobytes each.
    for (const { name } of surface.services)
      scope.post(`/${surface.package}.${name}/:method`, { config: { gate } }, answer)
  })
}

/** What is told to who speaks none of them. */
const plain: Carrier = { protocol: 'unary', isJson: true, mediaType: 'application/json' }

const carrierFor = (method: MethodPlan, request: FastifyRequest): Carrier | undefined => {
  const carrier = carrierOf(request)
  return carrier && mediaTypesOf(method).includes(carrier.mediaType) ? carrier : undefined
}

/** Throws a ProblemError (`not-found` of a method that there is not, `not-implemented` of one that takes a stream, `unsupported-media-type`). */
const takes = (method: MethodPlan | undefined, request: FastifyRequest): void => {
  if (!method) throw new ProblemError(problem('not-found'))
  if (method.takesStream) throw new ProblemError(problem('not-implemented', { detail: notOverHttp }))
  if (carrierFor(method, request)) return
  const detail = `Send the message as one of ${mediaTypesOf(method).join(', ')}.`
  throw new ProblemError(problem('unsupported-media-type', { detail }))
}

/** A browser sends no stream (Fetch, section 5.4: `duplex`). */
const notOverHttp =
  'Files are sent over gRPC itself, and over REST where that is served; what is read of them streams here too.'

/** The path of the method that a request is for: its service is in the route's. */
const pathOf = ({ routeOptions, params }: FastifyRequest): string =>
  `${routeOptions.url?.slice(0, -':method'.length)}${(params as { readonly method?: string }).method}`

const limitOf = ({ code }: { readonly code?: string }): ProblemError | null =>
  code === 'FST_ERR_CTP_BODY_TOO_LARGE'
    ? new ProblemError(problem('too-large', { detail: 'The message has more bytes than are taken here.' }))
    : null
