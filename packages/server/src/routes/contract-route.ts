import type { Charter } from '@charter/charter'
import { openRoute } from '@charter/runtime/http'
import { rest } from '@charter/styles'
import type { FastifyInstance } from 'fastify'

export const contractPath = '/openapi.json'

/** The contract of the platform’s own REST API, for anybody: it is as public as the charter that it is of. */
export const contractRoute = (app: FastifyInstance, charter: Charter): void => {
  let written: string | undefined
  app.get(contractPath, openRoute, (_request, reply) => {
    written ??= rest.contract(charter, rest.surface(charter))['openapi.json'] ?? ''
    return reply.type('application/json').header('cache-control', 'no-cache').send(written)
  })
}
