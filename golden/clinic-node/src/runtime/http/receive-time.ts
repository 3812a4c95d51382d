import type { FastifyInstance } from 'fastify'

/** A file may come in for so long before it has to be gone on with, where that is slower than a request may be. */
export const longestReceivingMs = 3_600_000

/** Ends requests whose body is not there in time, on every route that takes no files: as Node's own `requestTimeout` does where that is the same for all. */
export const limitReceiving = (app: FastifyInstance, receivingMs: number): void => {
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers, raw } = request
    const hasBody = headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
    if (!hasBody || request.routeOptions.config.takesFiles) return done()
    const timer = setTimeout(() => {
      if (!raw.complete) app.server.emit('clientError', late(), raw.socket)
    }, receivingMs).unref()
    raw.once('close', () => clearTimeout(timer))
    done()
  })
}

const late = (): Error => Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
