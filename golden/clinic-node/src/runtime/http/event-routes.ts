import type { FastifyRequest, RouteHandlerMethod } from 'fastify'
import { preferredType } from './preferred-type.ts'

/** HTML Standard, section 9.2. */
export const eventsType = 'text/event-stream'

const telling = new WeakSet<RouteHandlerMethod>()

/** Notes that a handler answers with events, too, whoever asks for them. */
export const tellsEvents = (handler: RouteHandlerMethod): RouteHandlerMethod => {
  telling.add(handler)
  return handler
}

/** Whether the handler of a route was noted so. */
export const mayTellEvents = (handler: RouteHandlerMethod): boolean => telling.has(handler)

/** Whether events are what a client would rather have than JSON. */
export const wantsEvents = ({ headers: { accept } }: Pick<FastifyRequest, 'headers'>): boolean =>
  accept?.includes(eventsType) === true && preferredType(accept, ['application/json', eventsType]) === eventsType
