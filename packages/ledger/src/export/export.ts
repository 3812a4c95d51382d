import { hashText } from '../merkle/hash.ts'
import type { LedgerReader } from '../read/open-reader.ts'
import { type ParquetRow, parquet } from './parquet.ts'

/** Every entry from one index up to another (not included) as NDJSON: its place, its line and its proof under one signed checkpoint, a JSON object a line. */
export async function* exportNdjson(
  reader: LedgerReader,
  { from = 0, until = reader.checkpoint.size }: ExportRange = {},
): AsyncGenerator<string> {
  for await (const { index, line } of reader.lines(from)) {
    if (index >= until) return
    const proof = (await reader.inclusion(index)).map(hashText)
    yield `${JSON.stringify({ checkpoint: reader.note, index, line, proof })}\n`
  }
}

export interface ExportRange {
  readonly from?: number
  readonly until?: number
}

const columns = [
  'index',
  'receivedAt',
  'replica',
  'epoch',
  'sequence',
  'at',
  'principal',
  'operation',
  'entity',
  'key',
  'outcome',
  'entry',
] as const

/** The same entries as CSV (RFC 4180) for reading and sorting; it carries no proofs. The first line names the columns. */
export async function* exportCsv(
  reader: LedgerReader,
  { from = 0, until = reader.checkpoint.size }: ExportRange = {},
): AsyncGenerator<string> {
  yield `${columns.join(',')}\r\n`
  for await (const row of rowsOf(reader, { from, until }))
    yield `${columns.map((name) => csvText(row[name])).join(',')}\r\n`
}

/** The same table as Apache Parquet, in pieces that follow one another in the file. It carries no proofs. */
export const exportParquet = (reader: LedgerReader, range: ExportRange = {}): AsyncGenerator<Buffer> =>
  parquet(
    columns.map((name) => ({ name, type: isInteger(name) ? 'integer' : 'text' })),
    cellsOf(reader, range),
  )

const isInteger = (name: (typeof columns)[number]): boolean => ['index', 'epoch', 'sequence'].includes(name)

type Row = Readonly<Record<string, unknown>>

async function* rowsOf(
  reader: LedgerReader,
  { from = 0, until = reader.checkpoint.size }: ExportRange,
): AsyncGenerator<Row> {
  for await (const { index, record } of reader.entries(from)) {
    if (index >= until) return
    const { entry, ...place } = record
    yield { ...entry, ...place, index, entry: JSON.stringify(entry) }
  }
}

async function* cellsOf(reader: LedgerReader, range: ExportRange): AsyncGenerator<ParquetRow> {
  for await (const row of rowsOf(reader, range))
    yield columns.map((name) => {
      const value = row[name]
      if (value === null || value === undefined) return null
      return typeof value === 'number' || typeof value === 'string' ? value : JSON.stringify(value)
    })
}

/**
 * A cell (RFC 4180 section 2). What a spreadsheet would take for a formula gets an apostrophe: an entry's text comes from
 * whoever called the service.
 */
const csvText = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
