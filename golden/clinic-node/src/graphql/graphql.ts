import type { Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { ServiceBackend } from '../runtime/index.ts'
import { engineOf } from './engine.ts'
import { gateOf, handlerOf } from './handler.ts'
import { modeIn, persistedOf, readManifest } from './persisted.ts'
import { eventStreams } from './sse.ts'
import type { GraphqlSurface } from './surface.ts'
import { webSockets } from './web-socket.ts'

/** Variables of the environment that are read: `GRAPHQL_PERSISTED`, `GRAPHQL_PERSISTED_FILE`. */
export type GraphqlEnvironment = Readonly<Record<string, string | undefined>>

/**
 * Serves GraphQL on an HTTP server: `GET` and `POST /graphql`, server-sent events and WebSockets on the same address.
 * Throws a ConfigError for what the environment says wrong of documents.
 */
export const graphqlRoutes = (
  app: FastifyInstance,
  surface: GraphqlSurface,
  serving: ServiceBackend,
  environment: GraphqlEnvironment = process.env,
): void => {
  const hasIntrospection = surface.introspection ?? serving.isDevelopment ?? false
  const persisted = persistedOf(
    modeIn(environment.GRAPHQL_PERSISTED, surface.persisted),
    readManifest(environment.GRAPHQL_PERSISTED_FILE),
  )
  const engine = engineOf(surface, serving, { hasIntrospection, persisted })
  const streams = eventStreams(engine)
  const handler = handlerOf({ engine, serving, streams })
  app.route({ method: ['GET', 'POST'], url: surface.path, config: { gate: gateOf(serving) }, handler })
  // Fastify's server is one of Node's, over TLS or not: both tell of upgrades alike.
  const sockets = webSockets({ server: app.server as Server, path: surface.path, engine, serving })
  app.addHook('preClose', async () => {
    streams.close()
    sockets.close()
  })
}
