import type { Charter, Diagnostic, Operation, Placed } from '@charter/charter'
import { calledOperations } from '@charter/runtime'
import { tokenPath } from './contract/token-endpoint.ts'
import { restReporter } from './diagnostics.ts'
import { baseOf, overrideOf } from './settings.ts'
import { parametersIn, type RestFile, type RestRoute, type RouteKind, surfaceOf } from './surface.ts'

/** Routes that clash, paths that name what is no key field, operations that REST cannot carry. */
export const check = (charter: Charter): readonly Diagnostic[] => {
  const reporter = restReporter()
  const { routes, files = [] } = surfaceOf(charter)
  checkClashes(charter, [...files.flatMap(routesOfFile), ...routes], reporter)
  for (const route of routes) if (route.kind !== 'own') checkParameters(charter, route, reporter)
  for (const { name, path, place } of charter.routes) {
    const reserved = takenFirst.find((step) => path.split('/')[0] === step)
    if (baseOf(charter) === '/' && reserved !== undefined)
      reporter.report(
        'rest-route-clash',
        { place, path: `routes.${name}` },
        { method: 'GET', path: `/${path}`, one: `what the service keeps \`/${reserved}\` for`, other: name },
      )
  }
  for (const operation of charter.operations) checkOperation(operation, reporter)
  return reporter.found
}

/** What a service has beside its API, which is there whatever a charter says. */
const takenFirst = ['_charter', 'graphql', 'healthz', 'mcp', 'metrics', 'readyz', 'soap', 'token']

type Reporter = ReturnType<typeof restReporter>

/** Where a file's bytes are, nothing else is. */
const routesOfFile = ({ entity, field, path, keyFields }: RestFile): readonly RestRoute[] =>
  (['GET', 'PUT', 'POST', 'DELETE'] as const).map((method) => ({
    method,
    path,
    kind: 'read',
    operation: `the file ${entity}.${field}`,
    entity,
    keyFields,
  }))

/** Two routes are one to a router when only the names of their parameters differ. */
const checkClashes = (charter: Charter, routes: readonly RestRoute[], reporter: Reporter): void => {
  const taken = new Map<string, Pick<RestRoute, 'operation'>>()
  if (charter.access.accepts.includes('saml'))
    taken.set(`POST ${tokenPath}`, { operation: 'the exchange of assertions' })
  if (charter.access.cookies)
    for (const method of ['GET', 'POST', 'DELETE'])
      taken.set(`${method} ${surfaceOf(charter).session}`, { operation: 'the session of a browser' })
  for (const route of routes) {
    const shape = `${route.method} ${route.path.replaceAll(/:[^/]+/g, ':')}`
    const other = taken.get(shape)
    if (other) {
      const given = { method: route.method, path: route.path, one: other.operation, other: route.operation }
      reporter.report('rest-route-clash', locationOf(charter, route), given)
    } else taken.set(shape, route)
  }
}

const checkParameters = (charter: Charter, route: RestRoute, reporter: Reporter): void => {
  const entity = charter.entities.find(({ name }) => name === route.entity)
  const given = parametersIn(route.path)
  const key = entity?.key ?? []
  const needed = needsKey(charter, route) ? key : []
  const foreign = given.filter((name) => !key.includes(name))
  const missing = needed.filter((name) => !given.includes(name))
  if (foreign.length > 0 || missing.length > 0)
    reporter.report('rest-path-parameter', locationOf(charter, route), { path: route.path, key: key.join(', ') })
}

const needsKey = (charter: Charter, { kind, operation }: RestRoute): boolean =>
  ['read', 'replace', 'update', 'remove', 'audit', 'nested'].includes(kind) ||
  (kind === 'operation' && (charter.operations.find(({ name }) => name === operation)?.hasKey ?? false))

const checkOperation = (operation: Operation, reporter: Reporter): void => {
  const at = { place: operation.place, path: `operations.${operation.name}` }
  if (operation.mode === 'stream') reporter.report('rest-stream', at, { name: operation.name })
  if (overrideOf(operation)?.verb?.toUpperCase() !== 'GET') return
  for (const { name } of operation.input)
    if (name === 'fields' || name === 'include')
      reporter.report('rest-reserved-parameter', at, { name, operation: operation.name })
}

const locationOf = (charter: Charter, { entity, operation, kind }: RestRoute) => {
  const placed: (Placed & { readonly name: string }) | undefined =
    kind === 'operation' || kind === 'own'
      ? calledOperations(charter).find(({ name }) => name === operation)
      : charter.entities.find(({ name }) => name === entity)
  const place = placed?.place ?? { file: 'charter.yaml', line: 1, column: 1 }
  return { place, path: placed ? `${sections[kind] ?? 'entities'}.${placed.name}` : 'rest' }
}

const sections: Partial<Record<RouteKind, string>> = { operation: 'operations', own: 'routes' }
