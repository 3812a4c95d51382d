import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { ServiceLog } from '../call/service-log.ts'
import { notedId, routedAs, routeTemplate } from './route-of.ts'
import { statusOf } from './status.ts'

interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly server: unknown
}

/**
 * A line for each request of a server, also of one that was cut off: when its answer is over. Requests are seen by Node's own channels
 * (nodejs.org/api/diagnostics_channel), as hooks on every answer cost more.
 */
export const logRequests = (app: FastifyInstance, log: Pick<ServiceLog, 'request'>): void => {
  const onStart = (message: unknown): void => {
    const { request, response, server } = message as Exchange
    if (server !== app.server) return
    const start = performance.now()
    response.once('close', () => {
      const { method = '', headers } = request
      log.request({
        style: routedAs(request),
        method,
        route: routeTemplate(request),
        // Where nothing of an answer was sent, nobody was there any more to send it to.
        status: response.headersSent ? response.statusCode : statusOf.cancelled,
        ms: Math.round((performance.now() - start) * 10) / 10,
        requestId: notedId(request),
        traceparent: typeof headers.traceparent === 'string' ? headers.traceparent : undefined,
      })
    })
  }
  subscribe('http.server.request.start', onStart)
  app.addHook('onClose', async () => void unsubscribe('http.server.request.start', onStart))
}
