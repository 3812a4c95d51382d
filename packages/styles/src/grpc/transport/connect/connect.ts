import { countedRefusal, followersOf, ProblemError, problem, type Serving } from '@charter/runtime'
import { addressOf, leaveUnread } from '@charter/runtime/http'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Work } from '../handler.ts'
import { methodsOf } from '../methods.ts'
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
export const connect = async (app: FastifyInstance, serving: Serving, surface: GrpcSurface): Promise<void> => {
  const closing = new AbortController()
  app.addHook('preClose', async () => closing.abort())
  let works: ReadonlyMap<string, Work> | undefined
  const json = protoJsonOf(surface)
  // Whoever never calls so pays for none of it.
  const exchangeOf = (request: FastifyRequest, reply: FastifyReply): Exchange => {
    works ??= worksOf(surface, serving, { closing: closing.signal, followers: followersOf() })
    const work = works.get(request.routeOptions.url ?? '')
    if (!work) throw new Error(`no method is served at ${request.routeOptions.url}`)
    return { work, json, carrier: carrierFor(work.method, request) ?? plain, request, reply }
  }
  const refused = (request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply => {
    const exchange = exchangeOf(request, reply)
    return refuse(exchange, problemOf(exchange, error))
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
      if (exchange.work.method.isStream) return answerMany(exchange)
      return answerOne(exchange).catch((error: unknown) => refuse(exchange, problemOf(exchange, error)))
    }
    for (const [path, method] of methodsOf(surface))
      scope.post(path, { config: { gate: { style: 'grpc', before: takes(method), refuse: refused } } }, answer)
  })
}

/** What is told to who speaks none of them. */
const plain: Carrier = { protocol: 'unary', isJson: true, mediaType: 'application/json' }

const carrierFor = (method: MethodPlan, request: FastifyRequest): Carrier | undefined => {
  const carrier = carrierOf(request)
  return carrier && mediaTypesOf(method).includes(carrier.mediaType) ? carrier : undefined
}

/** Throws a ProblemError (`unsupported-media-type`). */
const takes =
  (method: MethodPlan) =>
  (request: FastifyRequest): void => {
    if (carrierFor(method, request)) return
    const detail = `Send the message as one of ${mediaTypesOf(method).join(', ')}.`
    throw new ProblemError(problem('unsupported-media-type', { detail }))
  }

const limitOf = ({ code }: { readonly code?: string }): ProblemError | null =>
  code === 'FST_ERR_CTP_BODY_TOO_LARGE'
    ? new ProblemError(problem('too-large', { detail: 'The message has more bytes than are taken here.' }))
    : null
