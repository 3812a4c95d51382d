import { openRoute } from '@charter/runtime/http'
import type { FastifyInstance } from 'fastify'
import type { ReleaseSigner } from './release-signer.ts'

export const releaseKeyPath = '/.well-known/release-key.pem'

/** The key by which releases of this platform are verified, for anybody. */
export const releaseKeyRoute = (app: FastifyInstance, { publicPem }: Pick<ReleaseSigner, 'publicPem'>): void => {
  app.get(releaseKeyPath, openRoute, (_request, reply) =>
    reply.header('content-type', 'application/x-pem-file').header('cache-control', 'no-cache').send(publicPem),
  )
}
