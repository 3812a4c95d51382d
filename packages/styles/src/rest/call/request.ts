import { type Call, type Json, type JsonObject, selectionJson, textOf } from '@charter/runtime'
import type { RestEntity, RestRoute, RestSurface } from '../surface.ts'
import { locator } from '../transport/locator.ts'
import { selectionParameters } from './selection.ts'

export interface HttpRequest {
  readonly method: string
  /** Path with query. */
  readonly target: string
  readonly body?: Json
}

/** The longest address sent; lists past it go to `POST …/search`. */
const targetLengthMax = 4000

/** A Call as a request of this surface, or a sentence saying why REST cannot carry it. */
export const requestOf = (surface: RestSurface, call: Call): HttpRequest | string => {
  const routes = surface.routes.filter(
    ({ operation, kind }) => operation === call.operation && kind !== 'nested' && kind !== 'import',
  )
  const route = routes.find(({ kind }) => kind !== 'search') ?? routes[0]
  if (!route) return `REST offers no route for ${call.operation}.`
  if (route.kind === 'own') return `${call.operation} is a route of its own: its answer is none that a call carries.`
  if (route.kind === 'list' || route.kind === 'search') return listRequest(surface, routes, call)
  const path = locator(route.path)(call.input.key ?? {})
  return path === null ? `${call.operation} needs the key of a row.` : rowRequest(surface, route, path, call)
}

const listRequest = (
  surface: RestSurface,
  routes: readonly RestRoute[],
  { select = {}, operation }: Call,
): HttpRequest | string => {
  const list = routes.find(({ kind }) => kind === 'list')
  const parameters = selectionParameters(surface, entityOf(surface, list?.entity), select)
  const target = list && parameters && withQuery(list.path, parameters)
  if (target !== undefined && target.length <= targetLengthMax) return { method: 'GET', target }
  const search = routes.find(({ kind }) => kind === 'search')
  const body = selectionJson(select)
  if (!search || !body) return `REST cannot carry this selection of ${operation}: it has aliases or foreign conditions.`
  return { method: 'POST', target: search.path, body }
}

const rowRequest = (surface: RestSurface, route: RestRoute, path: string, call: Call): HttpRequest | string => {
  const { method } = route
  const isGet = method === 'GET'
  const input = isGet && route.kind === 'operation' ? inputParameters(call.input.value) : []
  const selected = selectionParameters(surface, entityOf(surface, route.answers), call.select ?? {})
  if (!input || !selected) return `REST cannot carry this ${call.operation} in an address.`
  const target = withQuery(path, [...input, ...selected])
  return call.input.value === undefined || isGet ? { method, target } : { method, target, body: call.input.value }
}

/** Members of an operation's input as parameters; undefined for what is nested deeper than a list. */
export const inputParameters = (value: Json | undefined): readonly (readonly [string, string])[] | undefined => {
  const members = Object.entries((value ?? {}) as JsonObject)
  const isFlat = (each: Json): boolean => each !== null && typeof each !== 'object'
  if (!members.every(([, each]) => isFlat(each) || (Array.isArray(each) && each.length > 0 && each.every(isFlat))))
    return undefined
  return members.flatMap(([name, each]) =>
    (Array.isArray(each) ? (each as Json[]) : [each]).map((one) => [name, textOf(one)] as const),
  )
}

const entityOf = (surface: RestSurface, name: string | undefined): RestEntity | undefined =>
  surface.entities.find((entity) => entity.name === name)

export const withQuery = (path: string, parameters: readonly (readonly [string, string])[]): string =>
  parameters.length === 0
    ? path
    : `${path}?${parameters.map(([name, value]) => `${encodeName(name)}=${encodeURIComponent(value)}`).join('&')}`

/** Brackets stay readable; every server takes them in a query. */
const encodeName = (name: string): string => encodeURIComponent(name).replaceAll('%5B', '[').replaceAll('%5D', ']')
