import type { FastifyInstance, FastifyRequest } from 'fastify'
import { openRoute } from '../runtime/http/index.ts'
import type { ServiceBackend } from '../runtime/index.ts'
import type { McpSurface } from './surface.ts'

/** OAuth 2.0 Protected Resource Metadata (RFC 9728): who signs tokens for this server, so that a client can ask for one. */
export const registerMetadata = (scope: FastifyInstance, surface: McpSurface, serving: ServiceBackend): void => {
  const { path, title } = surface
  scope.get(`${metadataPath}${path}`, openRoute, async (request, reply) =>
    reply.header('access-control-allow-origin', '*').send({
      resource: `${originOf(request)}${path}`,
      resource_name: title,
      authorization_servers: serving.authorizationServers ?? [],
      bearer_methods_supported: ['header'],
    }),
  )
}

const metadataPath = '/.well-known/oauth-protected-resource'

/** What a client without a token is told (RFC 9728 section 5.1). */
export const challenge = (request: FastifyRequest, { path }: McpSurface, isRefused: boolean): string =>
  `Bearer ${isRefused ? 'error="invalid_token", ' : ''}resource_metadata="${originOf(request)}${metadataPath}${path}"`

/** Where the request was sent, as far as it is to be trusted in a header. */
const originOf = ({ protocol, headers }: FastifyRequest): string => {
  const host = headers.host ?? ''
  return `${protocol}://${/^[\w.:[\]-]{1,255}$/.test(host) ? host : 'localhost'}`
}
