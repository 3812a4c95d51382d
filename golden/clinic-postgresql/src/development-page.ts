// Generated from the charter "clinic". What you change here is merged when generating again.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { contract } from './contract.ts'
import { type PageData, registerDevelopment, remoteDesk } from './development/index.ts'
import { grpcRelay } from './grpc/relay.ts'
import type { Service, ServiceConfig } from './runtime/service/index.ts'
import { grpcSurface } from './surfaces/grpc.ts'

/** What only development offers: the page, with a token for every role, and the contracts. */
export const registerPage = (
  app: FastifyInstance,
  service: Service,
  { editDesk, graphiqlFolder }: ServiceConfig,
  urls: { readonly grpc?: string },
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
    pageFolder: fileAt('./development/page'),
    onOpened: (address) => console.error(`The page was opened. Another browser opens it at ${address}`),
    ...(editDesk !== undefined && { editDesk: remoteDesk(editDesk) }),
    ...(graphiqlFolder !== undefined && { graphiqlFolder }),
    urls: () => urls,
    relays: { ...(urls.grpc !== undefined && { grpc: grpcRelay(grpcSurface, urls.grpc) }) },
  })

const fileAt = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
