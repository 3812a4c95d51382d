import { ProblemError, problem } from '@charter/runtime'
import type { FastifyRequest } from 'fastify'
import { eventStream } from './event-stream.ts'
import { readParameters, wholeNumber } from './parameters.ts'
import { onRecord, type ReaderRoute } from './reader-use.ts'
import { openTrail, type TrailLimits, trailLimits } from './trail.ts'

/** `GET /api/trail`: entries as they are published (server-sent events), from `?after=` or `Last-Event-ID` on. */
export const trailRoute =
  (limits: TrailLimits = trailLimits): ReaderRoute =>
  (scope, use) => {
    const { parts, published, who } = use
    const trail = openTrail(published, parts.nowMs, limits)
    // Before the server waits for what is under way: a trail never ends by itself.
    scope.addHook('preClose', async () => trail.close())
    scope.get('/api/trail', async (request, reply) => {
      const reading = await who(request)
      const after = lastSeen(request) ?? readParameters(request, { after: wholeNumber(0) }).after
      if (!trail.hasRoom)
        throw new ProblemError(
          problem('too-many', {
            detail: `${limits.readersMax} readers follow this ledger already. Come back later, or search instead.`,
            retryAfterSeconds: 30,
          }),
        )
      await onRecord(use, reading, 'trail', after === undefined ? {} : { after }, async () => {
        const { reader } = await published.indexed()
        const { size } = reader.checkpoint
        const next = after === undefined ? size : after + 1
        reply.hijack()
        const stream = eventStream(reply.raw, { 'x-request-id': request.id, 'x-content-type-options': 'nosniff' })
        void trail.follow(stream, reading, next)
      })
    })
  }

/** Where a reader was who comes back (WHATWG HTML, section 9.2.4). Another text is no place in a ledger. */
const lastSeen = ({ headers }: FastifyRequest): number | undefined => {
  const given = headers['last-event-id']
  const read = typeof given === 'string' ? wholeNumber(0)(given) : undefined
  return read && 'value' in read ? read.value : undefined
}
