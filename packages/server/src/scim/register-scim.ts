import type { FastifyInstance } from 'fastify'
import { discoveryRoutes } from './discovery.ts'
import { groupRoutes } from './groups.ts'
import type { ScimParts } from './parts.ts'
import { bodyBytesMax, mediaType, scimRoute, sendError } from './routes.ts'
import { userRoutes } from './users.ts'

/** SCIM 2.0 (RFC 7643, 7644): the directory of each organisation says who belongs to it, at `/scim/v2/{organisation}`. */
export const registerScim = (app: FastifyInstance, parts: ScimParts): void => {
  const { onBug } = parts.service
  const route = scimRoute(onBug)
  app.register(
    async (scope) => {
      scope.addContentTypeParser(mediaType, { parseAs: 'buffer', bodyLimit: bodyBytesMax }, (_request, body, done) =>
        done(null, body),
      )
      scope.setErrorHandler((error, _request, reply) => sendError(reply, error, onBug))
      userRoutes(scope, parts, route)
      groupRoutes(scope, parts, route)
      discoveryRoutes(scope, parts, route)
    },
    { prefix: '/scim/v2/:organisation' },
  )
}
