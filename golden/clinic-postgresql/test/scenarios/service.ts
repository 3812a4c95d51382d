import { grpcServer } from '../../src/grpc-server.ts'
import { model } from '../../src/model.ts'
import type { Service, ServiceConfig } from '../../src/runtime/service/index.ts'
import { graphqlSurface } from '../../src/surfaces/graphql.ts'
import { grpcSurface } from '../../src/surfaces/grpc.ts'
import { mcpSurface } from '../../src/surfaces/mcp.ts'
import { soapNames } from '../../src/surfaces/soap.ts'
import { examples, rules, surface } from './charter.ts'
import type { Derivation } from './derive/derivation.ts'

export { makeTemporary } from '../../src/postgresql/temporary.ts'
export { sql } from '../../src/sql.ts'

/** What scenarios are derived from. */
export const deriving: Derivation = {
  model: { ...model, access: { ...model.access, rules } },
  styles: [
    { style: { name: 'graphql' }, surface: graphqlSurface },
    { style: { name: 'grpc' }, surface: grpcSurface },
    { style: { name: 'mcp' }, surface: mcpSurface },
    { style: { name: 'rest' }, surface: null },
    { style: { name: 'soap' }, surface: { names: soapNames } },
  ],
  surface,
  examples,
}

/** Opens the listeners that have a port of their own. */
export const listenBeside = async (
  service: Service,
  config: ServiceConfig,
): Promise<{ readonly urls: Readonly<Record<string, string>>; close(): Promise<void> }> => {
  const at = { host: '127.0.0.1', port: 0 }
  const beside = [await grpcServer(service, config)]
  const urls = await Promise.all(beside.map((each) => each.listen(at)))
  return {
    urls: Object.fromEntries(['grpc'].map((name, place) => [name, urls[place] ?? ''])),
    close: async () => {
      await Promise.all(beside.map((each) => each.close()))
    },
  }
}
