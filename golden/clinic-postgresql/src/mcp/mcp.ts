import { isUtf8 } from 'node:buffer'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { contextOf, problemDocument, sendThrown, whileOpen } from '../runtime/http/index.ts'
import {
  answerRoom,
  type InputError,
  type Json,
  type Principal,
  type Problem,
  ProblemError,
  parseJson,
  problem,
  type ServiceBackend,
} from '../runtime/index.ts'
import { isForeign } from './guard.ts'
import { challenge, registerMetadata } from './metadata.ts'
import { asksProgress } from './progress.ts'
import { type McpRequest, serverMaker } from './server.ts'
import type { McpSurface } from './surface.ts'

/**
 * Adds the endpoint to a Fastify server: MCP over streamable HTTP, each request for itself and answered as JSON, or by a stream where it asks
 * to be told how a run goes on; clients of the 2025 revisions and of 2026-07-28. Who calls is known before anything else: without a token there is only where to get one.
 */
export const mcp = async (app: FastifyInstance, serving: ServiceBackend, surface: McpSurface): Promise<void> => {
  const respond = responder(surface, serving)
  const refuse = (request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply =>
    error instanceof ProblemError && error.problem.code === 'unauthenticated'
      ? unauthenticated(request, reply, surface, error.problem)
      : sendThrown(request, reply, error, serving.onBug)
  await app.register(async (scope) => {
    registerMetadata(scope, surface, serving)
    scope.route({
      // There are no sessions and no streams of the server's own to open or to end.
      method: 'POST',
      url: surface.path,
      config: { gate: { style: 'mcp', before: refuseForeign(serving.model.cors), refuse } },
      handler: async (request, reply) => {
        try {
          const { principal } = request
          if (!principal) throw new ProblemError(problem('unauthenticated'))
          return await answer(respond, request, reply, serving, principal)
        } catch (error) {
          return refuse(request, reply, error)
        }
      },
    })
  })
}

const refuseForeign =
  (origins?: readonly string[]) =>
  (request: FastifyRequest): void => {
    if (isForeign(request, origins))
      throw new ProblemError(problem('forbidden', { detail: 'Requests of another site’s page are not answered here.' }))
  }

const unauthenticated = (
  request: FastifyRequest,
  reply: FastifyReply,
  surface: McpSurface,
  of: Problem,
): FastifyReply =>
  reply
    .code(401)
    .header('www-authenticate', challenge(request, surface, of.isRefusedCredential === true))
    .header('cache-control', 'no-store')
    .header('x-request-id', request.id)
    .type('application/problem+json')
    .send(JSON.stringify(problemDocument(of, request.id)))

type Asking = Omit<McpRequest, 'isTold'>

type Respond = (request: Request, asked: Asking, parsedBody: Json | undefined) => Promise<Response>

/** Answers one message: by the 2026-07-28 revision where the request names it, else by those of 2025. */
const responder = (surface: McpSurface, serving: ServiceBackend): Respond => {
  const makeServer = serverMaker(surface, serving)
  const modern = createMcpHandler(({ authInfo }) => makeServer(authInfo?.extra?.asking as McpRequest), {
    legacy: 'reject',
  })
  return async (request, asked, parsedBody) => {
    const asking: McpRequest = { ...asked, isTold: asksProgress(surface, serving.model, parsedBody) }
    const authInfo = { token: '', clientId: asking.principal.id, scopes: [], extra: { asking } }
    const options = { authInfo, ...(parsedBody !== undefined && { parsedBody }) }
    if (!(await isLegacyRequest(request, parsedBody))) return modern.fetch(request, options)
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: !asking.isTold })
    await makeServer(asking).connect(transport)
    return transport.handleRequest(request, options)
  }
}

const answer = async (
  respond: Respond,
  request: FastifyRequest,
  reply: FastifyReply,
  { model }: ServiceBackend,
  principal: Principal,
): Promise<FastifyReply> => {
  const { body, errors } = readBody(request.body)
  // Older revisions put several calls into one message (JSON-RPC batches).
  const together = Array.isArray(body) && { together: { cost: 0 }, room: answerRoom() }
  const asking: Asking = {
    principal,
    errors,
    over: () => whileOpen(reply),
    context: (unreadable) => {
      const { requestTimeoutMs: timeoutMs } = model.limits
      return Object.assign(contextOf(request, reply, { style: 'mcp', timeoutMs, unreadable }), together)
    },
  }
  const answered = await respond(webRequest(request), asking, body)
  reply.code(answered.status).header('x-request-id', request.id).header('cache-control', 'no-store')
  for (const [name, value] of answered.headers) reply.header(name, value)
  if (answered.body === null || !answered.headers.get('content-type')?.startsWith('text/event-stream'))
    return reply.send(await answered.text())
  // It goes on for as long as the run does, which comments tell whoever stands between.
  reply.raw.socket?.setTimeout(0)
  // The same class, which the types of the two know by different names.
  return reply.header('x-accel-buffering', 'no').send(Readable.fromWeb(answered.body as ReadableStream))
}

/**
 * The body as strict JSON. A member that is given twice, or a number that a JavaScript number would change, is told below the
 * arguments that it stands in (of the tool that `call_operation` calls, too), once the caller is known to be allowed; the message itself is read as any reader would.
 * Throws a ProblemError (`malformed`) for what is not UTF-8, or nested too deep.
 */
const readBody = (raw: unknown): { readonly body?: Json; readonly errors: readonly InputError[] } => {
  if (!Buffer.isBuffer(raw)) return { errors: [] }
  // RFC 8259 section 8.1. Whoever else reads it puts another character where one is none.
  if (!isUtf8(raw)) throw new ProblemError(problem('malformed', { detail: 'Send JSON in UTF-8.' }))
  const text = raw.toString('utf8')
  const parsed = parseJson(text, { depthMax: 70 })
  if ('value' in parsed) return { body: parsed.value, errors: [] }
  const inside = parsed.errors.filter(({ path }) => argumentsOf.test(path))
  const errors = inside.map((error) => ({
    ...error,
    path: error.path.replace(argumentsOf, '').replace(/^(?:\/arguments)?(?:\/value)?/, ''),
  }))
  const body = plainJson(text)
  if (body === undefined) return { errors: [] }
  const [tooDeep] = parsed.errors.filter(({ path }) => path === '')
  if (tooDeep) throw new ProblemError(problem('malformed', { detail: tooDeep.message }))
  return { body, errors }
}

/** Where arguments stand, of a message alone or of several at once. */
const argumentsOf = /^(?:\/\d+)?\/params\/arguments/

/** Read as any reader would; undefined where it breaks off behind what was wrong. */
const plainJson = (text: string): Json | undefined => {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

const webRequest = (request: FastifyRequest): Request => {
  const { method, headers, raw } = request
  const kept = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return new Request(`http://localhost${raw.url ?? '/'}`, {
    method,
    headers: kept,
    ...(method === 'POST' && { body: Buffer.isBuffer(request.body) ? new Uint8Array(request.body) : '' }),
  })
}
