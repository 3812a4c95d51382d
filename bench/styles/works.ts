import type { Request } from '../rest/measure.ts'
import { customersInXml, jsonAt, type Plain, plainJson } from './answers.ts'
import { type Contender, customersOf, overGrpc, overHttp } from './contenders.ts'
import { customerAt } from './rows.ts'
import type { Started } from './services.ts'

/** Everything that runs. */
export interface Services {
  readonly http: Started
  readonly grpc: Started
  readonly grpcPeer: Started
  readonly soapPeer: Started
  readonly postgraphile: Started
}

/** One thing that several are asked for: by name, who runs it, how it is asked, and the rows of its answer. */
export interface Work {
  readonly name: string
  readonly count: number
  readonly contenders: Readonly<Record<string, Entrant>>
}

export interface Entrant {
  readonly service: keyof Services
  open(service: Started): Contender
  rows(answer: Buffer): readonly Plain[]
}

const headersOf = ({ token }: Started, type?: string): Readonly<Record<string, string>> => ({
  ...(type !== undefined && { 'content-type': type }),
  ...(token !== null && { authorization: `Bearer ${token}` }),
})

const rest = (pathAt: (at: number) => string, rows: (json: unknown) => Plain): Entrant => ({
  service: 'http',
  open: (service) => overHttp(service, (at) => ({ method: 'GET', path: pathAt(at), headers: headersOf(service) })),
  rows: (answer) => listed(rows(JSON.parse(answer.toString()))),
})

const post = (service: Started, path: string, headers: Readonly<Record<string, string>>, body: unknown): Request => ({
  method: 'POST',
  path,
  headers: { ...headersOf(service, 'application/json'), ...headers },
  body: JSON.stringify(body),
})

const graphql = (
  service: 'http' | 'postgraphile',
  root: string,
  query: string,
  variablesAt: (at: number) => object = () => ({}),
): Entrant => ({
  service,
  open: (started) => overHttp(started, (at) => post(started, '/graphql', {}, { query, variables: variablesAt(at) })),
  rows: (answer) => listed(plainJson(jsonAt(answer.toString(), 'data', root))),
})

const grpc = (service: 'grpc' | 'grpcPeer', method: 'GetCustomer' | 'ListCustomers'): Entrant => ({
  service,
  open: (started) => overGrpc(started, method),
  rows: customersOf(method),
})

const soap = (service: 'http' | 'soapPeer', operation: string, contentAt: (at: number) => string): Entrant => ({
  service,
  open: (started) =>
    overHttp(started, (at) => ({
      method: 'POST',
      path: '/soap/Store',
      headers: { ...headersOf(started, 'text/xml; charset=utf-8'), soapaction: `"urn:charter:store:1/${operation}"` },
      body: `<?xml version="1.0" encoding="UTF-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><${operation} xmlns="urn:charter:store:1">${contentAt(at)}</${operation}></soap:Body></soap:Envelope>`,
    })),
  rows: (answer) => customersInXml(answer.toString()),
})

const mcp = (name: string, argumentsAt: (at: number) => object): Entrant => ({
  service: 'http',
  open: (started) =>
    overHttp(started, (at) =>
      post(
        started,
        '/mcp',
        { accept: 'application/json, text/event-stream' },
        { jsonrpc: '2.0', id: at + 1, method: 'tools/call', params: { name, arguments: argumentsAt(at) } },
      ),
    ),
  rows: (answer) => listed(plainJson(jsonAt(answer.toString(), 'result', 'structuredContent', 'result'))),
})

/** One row is a list of one. */
const listed = (of: Plain): readonly Plain[] => (Array.isArray(of) ? (of as readonly Plain[]) : [of])

const fields = 'rowId name email region visits credit isActive joinedAt'
const one = `query One($id: UUID!) { customer(rowId: $id) { ${fields} } }`
const list = `{ customers(first: 20) { nodes { ${fields} } pageInfo { hasNextPage endCursor } } }`
const lines = 'nodes { rowId product quantity price }'
const purchases = 'rowId number total placedAt'
const nested = `{ customers(first: 20) { nodes { rowId name credit purchases(first: 5) { nodes { ${purchases} lines(first: 5) { ${lines} } } } } } }`
const peerNested = `{ allCustomers(first: 20, condition: { region: "north" }) { nodes { rowId name credit purchases: purchasesByCustomerId(first: 5) { nodes { ${purchases} lines: purchaseLinesByPurchaseId(first: 5) { ${lines} } } } } } }`

export const works: readonly Work[] = [
  {
    name: 'read by id',
    count: 2000,
    contenders: {
      REST: rest((at) => `/api/v1/customers/${customerAt(at)}`, plainJson),
      GraphQL: graphql('http', 'customer', one, (at) => ({ id: customerAt(at) })),
      gRPC: grpc('grpc', 'GetCustomer'),
      'bare grpc-js': grpc('grpcPeer', 'GetCustomer'),
      SOAP: soap('http', 'GetCustomer', (at) => `<key><id>${customerAt(at)}</id></key>`),
      'bare node-soap': soap('soapPeer', 'GetCustomer', (at) => `<key><id>${customerAt(at)}</id></key>`),
      MCP: mcp('get_customer', (at) => ({ key: { id: customerAt(at) } })),
    },
  },
  {
    name: 'list of 20',
    count: 1000,
    contenders: {
      REST: rest(() => '/api/v1/customers', plainJson),
      GraphQL: graphql('http', 'customers', list),
      gRPC: grpc('grpc', 'ListCustomers'),
      'bare grpc-js': grpc('grpcPeer', 'ListCustomers'),
      SOAP: soap('http', 'ListCustomers', () => ''),
      'bare node-soap': soap('soapPeer', 'ListCustomers', () => ''),
      MCP: mcp('list_customers', () => ({})),
    },
  },
  {
    name: 'nested 20 × 5 × 5',
    count: 400,
    contenders: {
      GraphQL: graphql('http', 'customers', nested),
      'PostGraphile 5': graphql('postgraphile', 'allCustomers', peerNested),
    },
  },
]
