import { atMost } from './at-most.ts'
import { segmentBytes, segmentNames, tileFile } from './copying.ts'
import { readParameters, wholeNumber } from './parameters.ts'
import { onRecord, type ReaderRoute } from './reader-use.ts'

/** Segments are read whole, 16 MiB and a commit. */
const segmentsMax = 4
/** Tiles hold hashes and no entry, and a copy takes thousands: one record says for so long that a reader takes them. */
const tilesRecordedMs = 60_000

/** `GET /tile/…`, `GET /segments`, `GET /segments/{name}`: the ledger's files, for who verifies a copy. */
export const copyRoutes: ReaderRoute = (scope, use) => {
  const { parts, who } = use
  const { folder, nowMs } = parts
  const enter = atMost(segmentsMax, 'segments')
  const tilesUntilMs = new Map<string, number>()
  scope.get<{ Params: { '*': string } }>('/tile/*', async (request, reply) => {
    const reading = await who(request)
    const name = `${reading.credential}:${reading.principal}`
    if ((tilesUntilMs.get(name) ?? 0) <= nowMs()) {
      await onRecord(use, reading, 'tiles', {}, () => {})
      // Readers come and go by their tokens: those whose minute is over are let go.
      for (const [other, untilMs] of tilesUntilMs) if (untilMs <= nowMs()) tilesUntilMs.delete(other)
      tilesUntilMs.set(name, nowMs() + tilesRecordedMs)
    }
    return reply.type('application/octet-stream').send(await tileFile(folder, `tile/${request.params['*']}`))
  })
  scope.get('/segments', async (request) => {
    const reading = await who(request)
    return onRecord(use, reading, 'segment', {}, async () => ({ segments: await segmentNames(folder) }))
  })
  scope.get<{ Params: { name: string } }>('/segments/:name', async (request, reply) => {
    const reading = await who(request)
    const { name } = request.params
    const { size } = readParameters(request, { size: wholeNumber(0) })
    const leave = enter()
    reply.raw.once('close', leave)
    return onRecord(use, reading, 'segment', { name: name.slice(0, 64) }, async () =>
      reply.type('application/x-ndjson').send(await segmentBytes(folder, name, size)),
    )
  })
}
