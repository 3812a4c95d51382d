export type { GraphqlSurface } from '../../src/graphql/surface.ts'
export type { GrpcSurface } from '../../src/grpc/surface.ts'
export type { McpSurface } from '../../src/mcp/surface.ts'
export type { RestRoute, RestSurface, RouteKind } from './routes.ts'

import type { SoapNames } from '../../src/soap/names.ts'
export interface SoapSurface {
  readonly names: SoapNames
}
export * from '../../src/grpc/reflection/file-descriptor.ts'
export * from '../../src/grpc/reflection/known-files.ts'
