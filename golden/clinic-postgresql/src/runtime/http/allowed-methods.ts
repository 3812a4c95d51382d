import type { FastifyRequest, RouteHandlerMethod } from 'fastify'
import { ProblemError, problem } from '../problem/problem.ts'

/** Which methods each path of a server takes. */
export interface AllowedMethods {
  add(path: string, methods: readonly string[], handler: RouteHandlerMethod): void
  /** Methods of a request's address, sorted, OPTIONS among them; none where no route has such a path. */
  of(url: string): readonly string[]
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Of its routes. */
    allowedMethods: AllowedMethods
  }
}

/** Whether a text can stand for a parameter of a path, by the parameter's name. */
export type TakesText = (name: string, text: string) => boolean

const taking = new WeakMap<RouteHandlerMethod, TakesText>()

/** Notes what a handler can make something of in a path: `search` is no UUID, so `/patients/search` is no row. */
export const takesInPath = (handler: RouteHandlerMethod, takes: TakesText): RouteHandlerMethod => {
  taking.set(handler, takes)
  return handler
}

interface Route {
  readonly steps: readonly string[]
  readonly methods: readonly string[]
  readonly takes: TakesText
}

/** Asked only when no route took a request, or none that could make something of it: so it looks through them all. */
export const allowedMethods = (): AllowedMethods => {
  const routes: Route[] = []
  return {
    add: (path, methods, handler) =>
      routes.push({ steps: path.split('/'), methods, takes: taking.get(handler) ?? everything }),
    of: (url) => {
      const steps = (url.split('?', 1)[0] ?? '').split('/')
      const found = routes.filter((route) => matches(route.steps, steps))
      const meant = found.filter((route) => takesAll(route, steps))
      const methods = (meant.length > 0 ? meant : found).flatMap((route) => route.methods)
      return methods.length === 0 ? [] : [...new Set([...methods, 'OPTIONS'])].sort()
    },
  }
}

const everything: TakesText = () => true

const matches = (route: readonly string[], steps: readonly string[]): boolean =>
  route.length === steps.length && route.every((step, at) => step.startsWith(':') || step === steps[at])

const takesAll = ({ steps: route, takes }: Route, steps: readonly string[]): boolean =>
  route.every((step, at) => !step.startsWith(':') || takes(step.slice(1), decoded(steps[at] ?? '')))

const decoded = (step: string): string => {
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}

/** Thrown where an address is another route's, which takes other methods (RFC 9110 section 15.5.6). */
export class NotAllowedHere extends ProblemError {
  readonly allow: readonly string[]
  constructor(method: string, allow: readonly string[]) {
    const detail = `${method} is not offered here; ${allow.join(', ')} ${allow.length > 1 ? 'are' : 'is'}.`
    super(problem('method-not-allowed', { detail }))
    this.allow = allow
  }
}

/** Throws a NotAllowedHere where what a path says is a route of its own, and not what this one could take. */
export const refuseOthersPath = ({ method, raw, server }: FastifyRequest): void => {
  const allow = server.allowedMethods.of(raw.url ?? '')
  if (!allow.includes(method)) throw new NotAllowedHere(method, allow)
}
