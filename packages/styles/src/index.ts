import type { Style } from '@charter/charter'
import { styles as registered } from './registry.gen.ts'

/** Every style there is. */
export const styles: readonly Style[] = registered

export { graphqlDiagnostics } from './graphql/diagnostics.ts'
export { graphql } from './graphql/index.ts'
export type { Projection as GraphqlProjection } from './graphql/projection.ts'
export type { GraphqlSurface } from './graphql/transport/surface.ts'
export { visibleGraphql } from './graphql/visible.ts'
export { bytesOf as grpcMessage } from './grpc/call/bytes.ts'
export { grpc } from './grpc/index.ts'
export type { EntitySight, GrpcSight, OperationSight, TypeSight } from './grpc/sight.ts'
export { fileDescriptor } from './grpc/transport/reflection/file-descriptor.ts'
export { knownFiles } from './grpc/transport/reflection/known-files.ts'
export type { GrpcSurface } from './grpc/transport/surface.ts'
export { visibleGrpc } from './grpc/visible.ts'
export { mcpDiagnostics } from './mcp/diagnostics.ts'
export { mcp } from './mcp/index.ts'
export type { McpSurface } from './mcp/transport/surface.ts'
export { restDiagnostics } from './rest/diagnostics.ts'
export { rest } from './rest/index.ts'
export {
  addressOf,
  type RestEntity,
  type RestFile,
  type RestRoute,
  type RestSurface,
  type RouteKind,
} from './rest/surface.ts'
export { soapDiagnostics } from './soap/diagnostics.ts'
export { soap } from './soap/index.ts'
export type { SoapSurface } from './soap/surface.ts'
export { type StyleBeside, type StyleUse, stylesBeside, stylesOf, withGiven } from './styles-of.ts'
