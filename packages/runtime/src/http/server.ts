import { createServer } from 'node:http'
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https'
import type { Socket } from 'node:net'
import { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify'
import type { LimitsModel } from '../call/model.ts'
import type { OnBug } from '../call/service-log.ts'
import { type Problem, ProblemError, problem } from '../problem/problem.ts'
import { renewTls, type TlsConfig, tlsOptions } from '../settings/tls.ts'
import { allowedMethods, NotAllowedHere } from './allowed-methods.ts'
import { bodyRoom } from './body-room.ts'
import { answerOrigins } from './cors.ts'
import { draining } from './drain.ts'
import { type GateOptions, guardRoutes, leaveUnread, noteAddresses } from './gate.ts'
import { namesOneHost } from './host.ts'
import { inTurn } from './in-turn.ts'
import { logRequests } from './log-requests.ts'
import { problemDocument, problemMediaType } from './problem-document.ts'
import { limitReceiving, longestReceivingMs } from './receive-time.ts'
import { addressOf, bugOriginOf, requestIdOf } from './request.ts'
import { noteId } from './route-of.ts'
import { sendProblem } from './send-problem.ts'
import { statusOf } from './status.ts'
import { endUnread } from './unread.ts'
import { keepWhileWorking } from './working-time.ts'

type ServerLimits = Pick<LimitsModel, 'bodyBytesMax' | 'requestTimeoutMs'>

export interface HttpServerOptions {
  readonly limits: ServerLimits
  readonly onBug?: OnBug
  /** Who may call, and from where; left out where its routes ask by themselves. */
  readonly serving?: GateOptions
  /** Null, or left out: plain HTTP. */
  readonly tls?: TlsConfig | null
}

const headerBytesMax = 16_384
const headersTimeoutMs = 10_000
const keepAliveTimeoutMs = 65_000
/** The longest text that may stand for one key field in a path. */
const keyTextMax = 2048

/**
 * A Fastify server that speaks as the whole service does: bounded headers, bodies and times, problems for everything
 * that goes wrong before a handler, 405 with `Allow`, OPTIONS, and a close that lets requests under way finish, for at most `drainMs`. Requests of one connection
 * are answered one after the other; one that takes nothing of its answer for as long as a request may take is ended.
 */
export const httpServer = ({ limits, onBug, serving, tls = null }: HttpServerOptions): FastifyInstance => {
  const takesFiles = (serving?.files ?? null) !== null
  const silenceMs = limits.requestTimeoutMs * 2
  const connections = draining()
  const listener = {
    maxHeaderSize: headerBytesMax,
    headersTimeout: Math.min(headersTimeoutMs, limits.requestTimeoutMs),
    requestTimeout: takesFiles ? longestReceivingMs : limits.requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    // How often Node looks for clients that send too slowly.
    connectionsCheckingInterval: 1000,
    // Two of one name are no more than one that is wrong: what stands in front may have read the other.
    joinDuplicateHeaders: true,
  }
  const app = fastify({
    genReqId: requestIdOf,
    requestIdHeader: false,
    bodyLimit: limits.bodyBytesMax,
    forceCloseConnections: 'idle',
    // What is registered reads files at most: a slow machine starts slowly, and does start.
    pluginTimeout: 0,
    // By it the address that it listens at begins with `https:`.
    ...(tls && { https: {} }),
    serverFactory: (handle) => {
      const server = tls
        ? createSecureServer({ ...listener, ...tlsOptions(tls) }, inTurn(handle))
        : createServer(listener, inTurn(handle))
      server.setTimeout(silenceMs)
      connections.watch(server)
      endUnread(server, limits.requestTimeoutMs)
      // RFC 9110 section 10.1.1: what else is expected is not met, and what follows is not read.
      server.on('checkExpectation', (_request, response) => response.writeHead(417, { connection: 'close' }).end())
      return server
    },
    routerOptions: { maxParamLength: keyTextMax, querystringParser: () => ({}) },
    frameworkErrors: ({ code }, request, reply) => {
      const detail =
        code === 'FST_ERR_MAX_PARAM_LENGTH'
          ? `A part of the path has more than ${keyTextMax} characters.`
          : 'The path is not percent-encoded UTF-8 (RFC 3986 section 2.1).'
      leaveUnread(request as FastifyRequest, reply as FastifyReply)
      sendProblem(request as FastifyRequest, reply as FastifyReply, problem('malformed', { detail }))
    },
    clientErrorHandler: refuseSocket,
  })
  const closing = new AbortController()
  app.decorate('closing', closing.signal)
  app.addHook('preClose', async () => {
    closing.abort()
    connections.begin()
  })
  if (tls) renewTls(app.server as SecureServer, tls, (error) => onBug?.(error))
  if (takesFiles) {
    limitReceiving(app, limits.requestTimeoutMs)
    keepWhileWorking(app, silenceMs)
  }
  readBodiesRaw(app)
  if (serving?.log) logRequests(app, serving.log)
  if (serving) noteAddresses(app, serving)
  if (serving) answerOrigins(app, serving.model?.cors)
  answerUnmatched(app, serving)
  if (serving) guardRoutes(app, { ...serving, ...(onBug && { onBug }) }, bodyRoom(limits.bodyBytesMax))
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const found = problemOf(error, limits)
    if (found.code === 'internal') onBug?.(error, bugOriginOf(request))
    return sendProblem(request, reply, found)
  })
  return app
}

/** Bodies reach handlers as bytes: who calls is asked before what was sent is read. Of a compressed one nobody knows how long it is. */
const readBodiesRaw = (app: FastifyInstance): void => {
  app.addHook('preParsing', (request, reply, body, done) => {
    const coding = request.headers['content-encoding']
    if (coding === undefined || coding.trim().toLowerCase() === 'identity') return done(null, body)
    leaveUnread(request, reply)
    // RFC 9110 section 15.5.16.
    reply.header('accept-encoding', 'identity')
    const detail = 'Bodies are not taken compressed here: leave Content-Encoding out.'
    done(new ProblemError(problem('unsupported-media-type', { detail })))
  })
  app.removeAllContentTypeParsers()
  const types = ['application/json', 'application/merge-patch+json', 'application/json-patch+json']
  app.addContentTypeParser(types, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  // Rows by the line are read as they come, by the one handler that takes them.
  app.addContentTypeParser(['application/x-ndjson', 'application/jsonl'], (_request, body, done) => done(null, body))
}

/** What no route takes: 405 and OPTIONS where another method would be, else 404. A body that came with it is not read. */
const answerUnmatched = (app: FastifyInstance, serving: GateOptions | undefined): void => {
  const methods = allowedMethods()
  app.decorate('allowedMethods', methods)
  app.addHook('onRoute', ({ method, url, handler }) => methods.add(url, [method].flat(), handler))
  const answer = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    leaveUnread(request, reply)
    serving?.refusals?.note({ style: 'http', address: addressOf(request), reason: 'not-found' })
    const allow = methods.of(request.raw.url ?? '')
    if (allow.length === 0) {
      return sendProblem(request, reply, problem('not-found', { detail: 'Nothing is offered at this address.' }))
    }
    reply.header('allow', allow.join(', '))
    if (allow.includes('PATCH')) reply.header('accept-patch', patchTypes)
    if (request.method === 'OPTIONS') return reply.code(204).header('x-request-id', request.id).send()
    return sendProblem(request, reply, new NotAllowedHere(request.method, allow).problem)
  }
  app.addHook('onRequest', (request, reply, done) => {
    noteId(request.raw, request.id)
    if (!namesOneHost(request.raw)) {
      leaveUnread(request, reply)
      sendProblem(
        request,
        reply,
        problem('malformed', { detail: 'Send one Host header, with the host that is meant.' }),
      )
    } else if (request.is404) answer(request, reply)
    else done()
  })
  app.setNotFoundHandler(answer)
}

/** RFC 5789 section 3.1. */
const patchTypes = 'application/merge-patch+json, application/json, application/json-patch+json'

const problemOf = (error: FastifyError, limits: ServerLimits): Problem => {
  if (error instanceof ProblemError) return error.problem
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return problem('too-large', { detail: `Bodies have at most ${limits.bodyBytesMax} bytes here.` })
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return problem('unsupported-media-type', { detail: 'Send JSON, with Content-Type: application/json.' })
    default:
      return (error.statusCode ?? 500) < 500
        ? problem('malformed', { cause: error })
        : problem('internal', { cause: error })
  }
}

const socketProblems: Readonly<Record<string, readonly [number, Problem]>> = {
  HPE_HEADER_OVERFLOW: [431, problem('too-large', { detail: `The headers have more than ${headerBytesMax} bytes.` })],
  ERR_HTTP_REQUEST_TIMEOUT: [408, problem('timeout', { detail: 'The request came in too slowly.' })],
}

/** A request that was never one: answered on the bare socket, which is then closed, as its framing is not known. */
const refuseSocket = (error: Error & { readonly code?: string }, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const [status, of] = socketProblems[error.code ?? ''] ?? [statusOf.malformed, problem('malformed')]
  const body = JSON.stringify(problemDocument(of, requestIdOf({ headers: {} }), status))
  socket.end(
    `HTTP/1.1 ${status} ${reasons[status] ?? 'Bad Request'}\r\nContent-Type: ${problemMediaType}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
  // Who neither takes it nor closes would keep the connection. A while later, as what he still sends would end it before he has read.
  setTimeout(() => socket.destroy(), lastWordMs).unref()
}

const lastWordMs = 5000

const reasons: Readonly<Record<number, string>> = { 408: 'Request Timeout', 431: 'Request Header Fields Too Large' }
