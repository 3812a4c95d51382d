import type { Style } from '@charter/charter'
import { styles as registered } from './registry.gen.ts'

/** Every style there is. */
export const styles: readonly Style[] = registered

export { graphqlDiagnostics } from './graphql/diagnostics.ts'
export { graphql } from './graphql/index.ts'
export type { Projection as GraphqlProjection } from './graphql/projection.ts'
export { readGraphql } from './graphql/read.ts'
export type { GraphqlSurface } from './graphql/transport/surface.ts'
export { visibleGraphql } from './graphql/visible.ts'
export { mcpDiagnostics } from './mcp/diagnostics.ts'
export { mcp } from './mcp/index.ts'
export type { McpSurface } from './mcp/transport/surface.ts'
export { restDiagnostics } from './rest/diagnostics.ts'
export { rest } from './rest/index.ts'
export type { RestEntity, RestRoute, RestSurface, RouteKind } from './rest/surface.ts'
export { type Served, type ServeOptions, type StyleUse, serveStyles, stylesOf } from './serve.ts'
export { soapDiagnostics } from './soap/diagnostics.ts'
export { soap } from './soap/index.ts'
export type { SoapSurface } from './soap/surface.ts'
