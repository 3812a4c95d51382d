export { styles } from './registry.gen.ts'
export { restDiagnostics } from './rest/diagnostics.ts'
export { rest } from './rest/index.ts'
export type { RestEntity, RestRoute, RestSurface, RouteKind } from './rest/surface.ts'
