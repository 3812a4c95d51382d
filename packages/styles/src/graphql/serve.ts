import type { ServiceBackend } from '@charter/runtime'
import type { FastifyInstance } from 'fastify'
import { type GraphqlEnvironment, graphqlRoutes } from './transport/graphql.ts'
import type { GraphqlSurface } from './transport/surface.ts'

/** The same routes that a generated service joins to its server. */
export const serve = (
  surface: GraphqlSurface,
  serving: ServiceBackend,
  app: FastifyInstance,
  environment?: GraphqlEnvironment,
): void => graphqlRoutes(app, surface, serving, environment)
