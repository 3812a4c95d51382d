import type { FastifyInstance } from 'fastify'
import { openRoute } from '../http/gate.ts'
import { byDeadline } from '../limits/until.ts'
import { isFull } from '../record/audit-recorder.ts'
import type { StoreCondition } from '../store/store.ts'
import type { Service } from './compose.ts'

/** How long `/readyz` waits for the database, and how long a transaction may have waited for its turn. */
const answerMs = 2000
const stuckMs = 5000

/**
 * `/healthz`: the process answers, whatever its database, a body or a lock does. `/readyz`: its database does too, transactions get
 * their turn, it is where it was, what waits for the ledger is within bounds, and it is not being shut down.
 */
export const registerHealth = (app: FastifyInstance, service: Pick<Service, 'store' | 'audit'>): void => {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.get('/healthz', openRoute, async (_request, reply) => reply.send({ status: 'ok' }))
  app.get('/readyz', openRoute, async (_request, reply) => {
    const { audit } = service
    const { condition } = service.store
    const isReady =
      !isClosing && !isFull(audit.spool) && !isStuck(condition) && !condition.isGone && (await answers(condition))
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'unavailable' })
  })
}

const isStuck = ({ waitingSinceMs }: StoreCondition): boolean =>
  waitingSinceMs !== null && Date.now() - waitingSinceMs > stuckMs

const answers = (condition: StoreCondition): Promise<boolean> => {
  const until = { deadlineMs: Date.now() + answerMs }
  return byDeadline(until, condition.answers(until)).then(
    () => true,
    () => false,
  )
}
