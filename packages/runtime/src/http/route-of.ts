import type { IncomingMessage } from 'node:http'

const routeOf = Symbol('route template')

interface Routed extends IncomingMessage {
  [routeOf]?: string
}

/** Notes the template of the route that took a request, for who counts and logs it: never its path. */
export const noteRoute = (request: IncomingMessage, url: string): void => {
  const routed: Routed = request
  routed[routeOf] = url
}

/** The template of a request's route: `unmatched` where none took it. */
export const routeTemplate = (request: IncomingMessage): string => (request as Routed)[routeOf] ?? 'unmatched'
