import type { Client } from './client.ts'
import { graphqlClient } from './graphql.ts'
import { grpcClient } from './grpc.ts'
import { mcpClient } from './mcp.ts'
import { restClient } from './rest.ts'
import { soapClient } from './soap.ts'

interface Addresses {
  readonly url: string
  /** Of the styles that have a port of their own, by their names. */
  readonly ownUrls: Readonly<Record<string, string>>
}

const clients: Readonly<Record<string, (at: Addresses) => Client | Promise<Client>>> = {
  rest: ({ url }) => restClient(url),
  graphql: ({ url }) => graphqlClient(url),
  grpc: ({ url, ownUrls }) => grpcClient(url, ownUrls.grpc ?? ''),
  soap: ({ url }) => soapClient(url),
  mcp: ({ url }) => mcpClient(url),
}

/** A client for each protocol that the charter serves. Rejects for one that the tour has none for. */
export const clientsOf = (serves: readonly string[], at: Addresses): Promise<readonly Client[]> =>
  Promise.all(
    serves.map((style) => {
      const client = clients[style]
      if (!client) throw new Error(`The tour has no client for ${style}.`)
      return client(at)
    }),
  )
