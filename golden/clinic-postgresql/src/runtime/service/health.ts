import type { FastifyInstance } from 'fastify'
import { openRoute } from '../http/gate.ts'
import type { Database } from '../sql.ts'
import { byDeadline } from '../until.ts'
import { isFull } from './audit-recorder.ts'
import type { Service } from './compose.ts'

/** How long `/readyz` waits for the database, and how long a transaction may have waited for its turn. */
const answerMs = 2000
const stuckMs = 5000

/**
 * `/healthz`: the process answers, whatever its database, a body or a lock does. `/readyz`: its database does too, transactions get
 * their turn, it is where it was, what waits for the ledger is within bounds, and it is not being shut down.
 */
export const registerHealth = (app: FastifyInstance, service: Pick<Service, 'database' | 'audit'>): void => {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.get('/healthz', openRoute, async (_request, reply) => reply.send({ status: 'ok' }))
  app.get('/readyz', openRoute, async (_request, reply) => {
    const { audit, database } = service
    const isReady =
      !isClosing && !isFull(audit.spool) && !isStuck(database) && !database.isGone && (await answers(service))
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'unavailable' })
  })
}

const isStuck = ({ waitingSinceMs }: Pick<Database, 'waitingSinceMs'>): boolean =>
  typeof waitingSinceMs === 'number' && Date.now() - waitingSinceMs > stuckMs

const answers = ({ database }: Pick<Service, 'database'>): Promise<boolean> => {
  const until = { deadlineMs: Date.now() + answerMs }
  return byDeadline(until, database.all('SELECT 1', [], until)).then(
    () => true,
    () => false,
  )
}
