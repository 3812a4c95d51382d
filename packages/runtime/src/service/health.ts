import type { FastifyInstance } from 'fastify'
import { openRoute } from '../http/gate.ts'
import { isFull } from './audit-recorder.ts'
import type { Service } from './compose.ts'

/**
 * `/healthz`: the process answers. `/readyz`: its database does too, what waits for the ledger is within bounds, and it is not
 * being shut down.
 */
export const registerHealth = (app: FastifyInstance, service: Pick<Service, 'database' | 'audit'>): void => {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.get('/healthz', openRoute, async (_request, reply) => reply.send({ status: 'ok' }))
  app.get('/readyz', openRoute, async (_request, reply) => {
    const isReady =
      !isClosing &&
      !isFull(service.audit.spool) &&
      (await service.database.all('SELECT 1', []).then(
        () => true,
        () => false,
      ))
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'unavailable' })
  })
}
