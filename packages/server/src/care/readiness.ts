import type { FastifyInstance } from 'fastify'
import { backupOverdue } from './last-backup.ts'

export interface BackupPolicy {
  /** The platform's. */
  readonly folder: string
  /** How old its newest backup may be; null: nobody asks. */
  readonly hours: number | null
  readonly nowMs?: () => number
}

/** `/readyz` says no, and why, where the newest backup is older than it may be. Before the styles are served, which answer it else. */
export const askForBackups = (app: FastifyInstance, { folder, hours, nowMs = Date.now }: BackupPolicy): void => {
  if (hours === null) return
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.url !== '/readyz') return
    const why = backupOverdue(folder, hours, nowMs())
    if (why !== null) return reply.code(503).send({ status: 'unavailable', why })
  })
}
