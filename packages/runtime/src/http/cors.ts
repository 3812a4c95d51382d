import type { FastifyInstance } from 'fastify'
import { problem } from '../problem/problem.ts'
import { leaveUnread } from './gate.ts'
import { sendProblem } from './send-problem.ts'

/** Headers that pages may send: how callers sign in, and what the styles read. */
const taken = [
  'accept',
  'apollo-require-preflight',
  'authorization',
  'charter-organisation',
  'content-disposition',
  'connect-protocol-version',
  'connect-timeout-ms',
  'content-type',
  'grpc-timeout',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'if-range',
  'last-event-id',
  'mcp-protocol-version',
  'mcp-session-id',
  'prefer',
  'range',
  'repr-digest',
  'soapaction',
  'traceparent',
  'tracestate',
  'tus-resumable',
  'upload-length',
  'upload-metadata',
  'upload-offset',
  'x-api-key',
  'x-grpc-web',
  'x-request-id',
  'x-user-agent',
].join(', ')

/** Headers of answers that pages may read. */
const told = [
  'accept-ranges',
  'content-disposition',
  'content-range',
  'etag',
  'link',
  'location',
  'mcp-session-id',
  'repr-digest',
  'retry-after',
  'tus-extension',
  'tus-max-size',
  'tus-resumable',
  'tus-version',
  'upload-length',
  'upload-metadata',
  'upload-offset',
  'www-authenticate',
  'x-request-id',
].join(', ')

const methods = 'GET, POST, PUT, PATCH, DELETE'
const keptSeconds = '600'
const varied = 'Origin'

/**
 * Answers pages of the origins that the charter names (Fetch, CORS protocol). Credentials are headers that such a page sets itself, so
 * none of the browser's own are taken. A preflight of any other page is refused with what to write to allow it; the development page's
 * own routes are nobody else's.
 */
export const answerOrigins = (app: FastifyInstance, origins: readonly string[] = []): void => {
  const allowed = new Set(origins)
  if (allowed.size > 0)
    app.addHook('onSend', (_request, reply, payload, done) => {
      const other = reply.getHeader('vary')
      if (other !== varied) reply.header('vary', other === undefined ? varied : `${other}, ${varied}`)
      done(null, payload)
    })
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers
    if (request.raw.url?.startsWith('/_charter/')) return done()
    // On the bare response: streams are written there.
    if (allowed.size > 0) reply.raw.setHeader('vary', varied)
    if (origin === undefined) return done()
    const isPreflight = request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined
    if (allowed.has(origin)) {
      reply.raw.setHeader('access-control-allow-origin', origin)
      if (!isPreflight) {
        reply.raw.setHeader('access-control-expose-headers', told)
        return done()
      }
      leaveUnread(request, reply)
      reply
        .code(204)
        .headers({
          'access-control-allow-methods': methods,
          'access-control-allow-headers': taken,
          'access-control-max-age': keptSeconds,
          'x-request-id': request.id,
        })
        .send()
      return
    }
    if (!isPreflight) return done()
    leaveUnread(request, reply)
    sendProblem(request, reply, problem('forbidden', { detail: howToAllow(origin) }))
  })
}

const howToAllow = (origin: string): string => {
  const named = /^https?:\/\/[\w.:[\]-]{1,200}$/.test(origin) ? origin : null
  return named === null
    ? 'Pages of this origin may not call this API: a charter allows pages by `cors: { origins: [https://…] }`, and this origin is none that can be named there.'
    : `Pages of ${named} may not call this API. To allow them, write \`cors: { origins: ['${named}'] }\` into its charter and generate it anew.`
}
