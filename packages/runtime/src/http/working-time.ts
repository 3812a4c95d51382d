import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/**
 * Keeps connections of routes at whose answers the service works long, where nothing was heard of them for so long: while it is the client
 * who is waited for they are ended as any other.
 */
export const keepWhileWorking = (app: FastifyInstance, silenceMs: number): void => {
  app.addHook('onRequest', ({ raw, routeOptions }, reply, done) => {
    if (routeOptions.config.worksLong)
      // Node ends by itself what nobody listens to here.
      reply.raw.on('timeout', (socket: Socket) => {
        const isClientsTurn = !raw.complete && raw.readableLength === 0
        if (isClientsTurn) socket.destroy()
        else socket.setTimeout(silenceMs)
      })
    done()
  })
}
