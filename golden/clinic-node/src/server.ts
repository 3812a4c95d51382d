// Generated from the charter "clinic". What you change here is merged when generating again.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { graphqlRoutes } from './graphql/graphql.ts'
import { connect } from './grpc/connect/connect.ts'
import { grpcRelay } from './grpc/relay.ts'
import { mcp } from './mcp/mcp.ts'
import { createRest } from './rest/rest.ts'
import { routes } from './routes.ts'
import { httpServer } from './runtime/http/index.ts'
import type { PageData } from './runtime/index.ts'
import {
  registerDevelopment,
  registerHealth,
  registerMetrics,
  remoteDesk,
  type Service,
  type ServiceConfig,
} from './runtime/service/index.ts'
import { soap } from './soap/soap.ts'
import { graphqlSurface } from './surfaces/graphql.ts'
import { grpcSurface } from './surfaces/grpc.ts'
import { mcpSurface } from './surfaces/mcp.ts'
import { soapNames } from './surfaces/soap.ts'

/** The server, its routes registered and not yet listening. `urls`: of the listeners beside it, for the development page. */
export const buildServer = async (
  service: Service,
  config: ServiceConfig,
  urls: Urls = {},
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
  if (config.mode === 'development') await registerPage(app, service, config, urls)
  return app
}

type Urls = { readonly grpc?: string }

const registerPage = (
  app: FastifyInstance,
  service: Service,
  { editDesk, graphiqlFolder }: ServiceConfig,
  urls: Urls,
): Promise<void> =>
  registerDevelopment(app, {
    service,
    // Written with this file, from the same charter.
    page: JSON.parse(readFileSync(fileAt('./page.json'), 'utf8')) as PageData,
    contracts: {
      'schema.graphql': contract('schema.graphql'),
      'proto/clinic/v1/clinic.proto': contract('proto/clinic/v1/clinic.proto'),
      'mcp.json': contract('mcp.json'),
      'openapi.json': contract('openapi.json'),
      'clinic.wsdl': contract('clinic.wsdl'),
    },
    pageFolder: fileAt('./runtime/page'),
    onOpened: (address) => console.error(`The page was opened. Another browser opens it at ${address}`),
    ...(editDesk !== undefined && { editDesk: remoteDesk(editDesk) }),
    ...(graphiqlFolder !== undefined && { graphiqlFolder }),
    urls: () => urls,
    ...(urls.grpc !== undefined && { grpc: grpcRelay(grpcSurface, urls.grpc) }),
  })

/** A published contract, in the service’s own folder. */
const contract = (name: string): string => readFileSync(fileAt(`../${name}`), 'utf8')

const fileAt = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
