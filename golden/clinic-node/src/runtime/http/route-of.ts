import type { IncomingMessage } from 'node:http'

const routeOf = Symbol('route')
const idOf = Symbol('request id')

/** The template of a route, and the style that it is of: made once for each. */
export interface RouteNote {
  readonly url: string
  readonly style: string
}

interface Routed extends IncomingMessage {
  [routeOf]?: RouteNote
  [idOf]?: string
}

/** Notes the route that took a request, for who counts and logs it: never its path. */
export const noteRoute = (request: IncomingMessage, route: RouteNote): void => {
  const routed: Routed = request
  routed[routeOf] ??= route
}

/** Notes the id that a request has in the service. */
export const noteId = (request: IncomingMessage, id: string): void => {
  const routed: Routed = request
  routed[idOf] = id
}

/** Null where the request did not come as far. */
export const notedId = (request: IncomingMessage): string | null => (request as Routed)[idOf] ?? null

/** The template of a request's route: `unmatched` where none took it. */
export const routeTemplate = (request: IncomingMessage): string => (request as Routed)[routeOf]?.url ?? 'unmatched'

/** The style of a request's route; `http` where it is of none. */
export const routedAs = (request: IncomingMessage): string => (request as Routed)[routeOf]?.style ?? 'http'
