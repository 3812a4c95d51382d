import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { sendThrown, wantsEvents, whileOpen, writeEvents } from '../runtime/http/index.ts'
import { type EntityModel, followedRun, followersOf, type JsonObject, type ServiceBackend } from '../runtime/index.ts'
import type { Asked } from './asked.ts'
import { callOf } from './handler.ts'
import { sendOutcome } from './respond.ts'

/** Says when a run has ended. */
const endField = 'endedAt'

interface RunRoute {
  readonly read: (request: FastifyRequest) => Asked
  /** What answers who asks for no events. */
  readonly row: RouteHandlerMethod
}

/**
 * The row of a run as events, for who asks for `text/event-stream`: as it is, then each time it changes, until it has ended. `data` is the row,
 * as it is answered otherwise.
 */
export const followRun = (
  options: ServiceBackend,
  entity: EntityModel,
  { read, row }: RunRoute,
): RouteHandlerMethod => {
  const followers = followersOf()
  const follow = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const asked = read(request)
    const { select } = asked
    const isShown = select?.fields?.includes(endField) ?? true
    const whole = isShown ? asked : { ...asked, select: { ...select, fields: [...(select?.fields ?? []), endField] } }
    const reading = callOf(options, `${entity.name}.read`, whole, request, reply)
    const leave = followers.enter(request.principal)
    try {
      const rows = await followedRun(options.execute, { entity, reading, abort: whileOpen(reply) })
      if ('problem' in rows) return void sendOutcome(request, reply, rows, { status: 200 })
      reply.hijack()
      reply.raw.setHeader('vary', 'Authorization, Accept')
      await writeEvents(reply.raw, request, eventsOf(rows, isShown), { isOpen: false, last: '' })
    } finally {
      leave()
    }
  }
  return function (request, reply) {
    if (request.method === 'HEAD' || !wantsEvents(request)) return row.call(this, request, reply)
    follow(request, reply).catch((error: unknown) => void sendThrown(request, reply, error, options.onBug))
  }
}

async function* eventsOf(rows: AsyncIterable<JsonObject>, isEndShown: boolean): AsyncGenerator<string> {
  for await (const row of rows) {
    const { [endField]: _, ...others } = row
    yield `data: ${JSON.stringify(isEndShown ? row : others)}\n\n`
  }
}
