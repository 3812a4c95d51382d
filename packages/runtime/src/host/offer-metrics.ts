import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { FastifyInstance } from 'fastify'
import { openRoute } from '../http/gate.ts'
import { inTurn } from '../http/in-turn.ts'
import { sendProblem } from '../http/send-problem.ts'
import { endUnread } from '../http/unread.ts'
import { problem } from '../problem/problem.ts'
import { type TlsConfig, tlsOptions } from '../settings/tls.ts'
import { portTaken } from './taken-port.ts'

/** Where the figures of a service may be asked for. */
export interface MetricsPlace {
  readonly host: string
  /** Of a listener of their own; null: none. */
  readonly port: number | null
  /** On the service's own listener, as a bearer's; null: they are not there. */
  readonly token: string | null
  readonly tls: TlsConfig | null
}

const unreadMs = 30_000
const mediaType = 'text/plain; version=0.0.4'

/** `GET /metrics` where it may be asked for: routes, load and errors of a service are nobody else's business. */
export const offerMetrics = (
  app: FastifyInstance,
  { host, port, token, tls }: MetricsPlace,
  text: () => string,
): void => {
  if (token !== null)
    app.get('/metrics', openRoute, async (request, reply) =>
      isSame(request.headers.authorization ?? '', `Bearer ${token}`)
        ? reply.type(mediaType).send(text())
        : sendProblem(request, reply, problem('unauthenticated')),
    )
  if (port === null) return
  const answer: RequestListener = ({ method, url }, response) => {
    const isAsked = method === 'GET' && url === '/metrics'
    response.writeHead(isAsked ? 200 : 404, { 'content-type': mediaType }).end(isAsked ? text() : '')
  }
  const listening = inTurn(answer)
  const server: Server = tls ? createSecureServer(tlsOptions(tls), listening) : createServer(listening)
  endUnread(server, unreadMs)
  // Before the service itself listens: what fails once it does is told to nobody.
  app.addHook('onReady', () =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(port, host, resolve)
    }).catch(portTaken('METRICS_PORT', port)),
  )
  app.addHook('onClose', async () => {
    server.closeAllConnections()
    server.close()
  })
}

/** In a time that tells nothing of how much was right. */
const isSame = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b))

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
