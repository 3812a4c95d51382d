import { Readable } from 'node:stream'
import { type ExportRange, exportCsv, exportNdjson, exportParquet } from '../../export/export.ts'
import type { LedgerReader } from '../../read/open-reader.ts'
import { atMost } from './at-most.ts'
import { oneOf, readParameters, wholeNumber } from './parameters.ts'
import { onRecord, type ReaderRoute } from './reader-use.ts'

interface Format {
  readonly type: string
  readonly write: (reader: LedgerReader, range: ExportRange) => AsyncIterable<string | Buffer>
}

const formats = {
  ndjson: { type: 'application/x-ndjson', write: exportNdjson },
  csv: { type: 'text/csv; charset=utf-8', write: exportCsv },
  parquet: { type: 'application/vnd.apache.parquet', write: exportParquet },
} as const satisfies Record<string, Format>

const exportsMax = 3

/** `GET /api/export`: entries `from` up to, not including, `until`, as they come from the disk. */
export const exportRoute: ReaderRoute = (scope, use) => {
  const enter = atMost(exportsMax, 'exports')
  scope.get('/api/export', async (request, reply) => {
    const reading = await use.who(request)
    const parameters = { format: oneOf('ndjson', 'csv', 'parquet'), from: wholeNumber(0), until: wholeNumber(0) }
    const { format = 'ndjson', ...range } = readParameters(request, parameters)
    const leave = enter()
    reply.raw.once('close', leave)
    return onRecord(use, reading, 'export', { format, ...range }, async () => {
      const { type, write }: Format = formats[format]
      reply.header('content-disposition', `attachment; filename="ledger.${format}"`).header('cache-control', 'no-store')
      return reply.type(type).send(Readable.from(write(await use.published.reader(), range)))
    })
  })
}
