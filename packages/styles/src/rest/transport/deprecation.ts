import type { Deprecation } from '@charter/runtime'
import type { RouteHandlerMethod } from 'fastify'

/** A handler whose answers say that what it does is deprecated (RFC 9745), and when it may be gone (RFC 8594); itself where it is not. */
export const deprecatedHandler = (of: Deprecation | undefined, handler: RouteHandlerMethod): RouteHandlerMethod => {
  if (!of) return handler
  const headers = deprecationHeaders(of)
  return function (request, reply) {
    reply.headers(headers)
    return handler.call(this, request, reply)
  }
}

/** `Deprecation` is a date of structured fields, in seconds (RFC 9651 section 3.3.7); `Sunset` one of HTTP (RFC 9110 section 5.6.7). */
export const deprecationHeaders = ({ since, sunset }: Deprecation): Readonly<Record<string, string>> => ({
  deprecation: `@${Date.parse(`${since}T00:00:00Z`) / 1000}`,
  ...(sunset !== undefined && { sunset: new Date(`${sunset}T00:00:00Z`).toUTCString() }),
})
