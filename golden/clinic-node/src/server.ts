// Generated from the charter "clinic". What you change here is merged when generating again.

import type { FastifyInstance } from 'fastify'
import { contract } from './contract.ts'
import { graphqlRoutes } from './graphql/graphql.ts'
import { connect } from './grpc/connect/connect.ts'
import { mcp } from './mcp/mcp.ts'
import { createRest } from './rest/rest.ts'
import { routes } from './routes.ts'
import { httpServer } from './runtime/http/index.ts'
import { registerHealth, registerMetrics, type Service, type ServiceConfig } from './runtime/service/index.ts'
import { soap } from './soap/soap.ts'
import { graphqlSurface } from './surfaces/graphql.ts'
import { grpcSurface } from './surfaces/grpc.ts'
import { mcpSurface } from './surfaces/mcp.ts'
import { soapNames } from './surfaces/soap.ts'

/** The server, its routes registered and not yet listening. `urls`: of the listeners beside it, for the development page. */
export const buildServer = async (
  service: Service,
  config: ServiceConfig,
  urls: { readonly grpc?: string } = {},
): Promise<FastifyInstance> => {
  const app = httpServer({ limits: service.model.limits, onBug: service.onBug, serving: service, tls: config.tls })
  service.telemetry?.register(app)
  registerMetrics(app, service)
  registerHealth(app, service)
  routes(app, createRest(service))
  graphqlRoutes(app, graphqlSurface, service)
  await connect(app, service, grpcSurface)
  await soap(app, service, soapNames, () => contract('clinic.wsdl'))
  await mcp(app, service, mcpSurface)
  if (config.mode === 'development')
    await (await import('./development-page.ts')).registerPage(app, service, config, urls)
  return app
}
