import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import { sendThrown, wantsEvents, whileOpen, writeEvents } from '../runtime/http/index.ts'
import {
  type Call,
  type Change,
  type EntityModel,
  followersOf,
  type JsonObject,
  keyEquals,
  type ServiceBackend,
} from '../runtime/index.ts'
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
      // What happens from now on is heard of, also while the row is read.
      const following = await options.execute(changesOf(entity, reading, whileOpen(reply)))
      const first = await options.execute(reading)
      const refusal = [first, following].find(({ kind }) => kind === 'problem')
      if (refusal) return void sendOutcome(request, reply, refusal, { status: 200 })
      if (first.kind !== 'value' || following.kind !== 'stream')
        throw new Error('a row is a value, and changes a stream')
      reply.hijack()
      reply.raw.setHeader('vary', 'Authorization, Accept')
      const changes = following.items as AsyncIterable<unknown> as AsyncIterable<Change>
      const events = eventsOf(rowsOf(first.value as JsonObject, changes), isShown)
      await writeEvents(reply.raw, request, events, { isOpen: false, last: '' })
    } finally {
      leave()
    }
  }
  return function (request, reply) {
    if (request.method === 'HEAD' || !wantsEvents(request)) return row.call(this, request, reply)
    follow(request, reply).catch((error: unknown) => void sendThrown(request, reply, error, options.onBug))
  }
}

/** The changes of the row that is read. */
const changesOf = (entity: EntityModel, { input, select, ...reading }: Call, abort: AbortSignal): Call => ({
  ...reading,
  operation: `${entity.name}.changes`,
  input: {},
  select: { ...select, filter: { kind: 'and', of: keyEquals(entity, input.key ?? {}) } },
  context: { ...reading.context, abort },
})

/** As it is, then as it is after each change, until it has ended, or nobody may see it any more. */
async function* rowsOf(first: JsonObject, changes: AsyncIterable<Change>): AsyncGenerator<JsonObject> {
  yield first
  if (first[endField] !== null) return
  for await (const { row } of changes) {
    if (!row) return
    yield row
    if (row[endField] !== null) return
  }
}

async function* eventsOf(rows: AsyncIterable<JsonObject>, isEndShown: boolean): AsyncGenerator<string> {
  for await (const row of rows) {
    const { [endField]: _, ...others } = row
    yield `data: ${JSON.stringify(isEndShown ? row : others)}\n\n`
  }
}
