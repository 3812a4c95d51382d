import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type ExportRange, exportCsv, exportNdjson, exportParquet, type LedgerReader } from '@charter/ledger'
import { type Asked, defineCommand, forceOption, UsageError } from '../../command.ts'
import { requireFree } from '../../require-free.ts'
import { instantGiven, keyOption, ledgerOption, reading } from './own-ledger.ts'

const formats = { ndjson: exportNdjson, csv: exportCsv, parquet: exportParquet } as const

export const exportEntries = defineCommand({
  name: 'ledger export',
  summary:
    'Writes entries out: NDJSON with a proof for each, or CSV and Parquet as a table. The export is recorded first.',
  usage: '--format ndjson|csv|parquet [--from <index or instant>] [--until <index or instant>] [-o <file> [--force]]',
  wordsMax: 0,
  options: {
    format: {
      type: 'string',
      value: 'format',
      description: 'ndjson (proves itself), csv or parquet. Default: ndjson.',
    },
    from: {
      type: 'string',
      value: 'place',
      description: 'From this entry, or what was received from this day or instant on.',
    },
    until: { type: 'string', value: 'place', description: 'Up to, not including.' },
    out: { type: 'string', short: 'o', value: 'file', description: 'Where to write. Default: standard output.' },
    force: forceOption,
    ledger: ledgerOption,
    key: keyOption,
  },
  examples: [
    'charter ledger export --format ndjson --from 2026-11-01 --until 2026-12-01 -o november.ndjson --ledger ./ledger',
    'charter ledger export --format csv --ledger ./ledger > entries.csv',
  ],
  run: async (asked, terminal) => {
    const format = asked.text('format') ?? 'ndjson'
    if (!isFormat(format)) throw new UsageError(`--format takes ${Object.keys(formats).join(', ')}.`)
    const file = asked.text('out')
    if (file !== undefined) requireFree(file, asked)
    if (file === undefined && format === 'parquet' && process.stdout.isTTY)
      throw new UsageError('Parquet is no text: say where to write it with -o.')
    const [from, until] = [placeGiven(asked, 'from'), placeGiven(asked, 'until')]
    return reading(asked, terminal, {
      what: () => ({ export: { format, from: from ?? null, until: until ?? null } }),
      read: async ({ reader }) => {
        const range: ExportRange = {
          from: await indexOf(reader, from ?? 0),
          until: await indexOf(reader, until ?? reader.checkpoint.size),
        }
        const pieces = Readable.from(formats[format](reader, range))
        if (file === undefined) await pipeline(pieces, process.stdout, { end: false })
        else await writeWhole(pieces, file)
      },
    })
  },
})

const isFormat = (text: string): text is keyof typeof formats => Object.hasOwn(formats, text)

/** An index, or an instant. */
const placeGiven = (asked: Asked, option: string): number | string | undefined => {
  const text = asked.text(option)
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : instantGiven(asked, option)
}

/** The first entry that was received then or later. */
const indexOf = async (reader: LedgerReader, place: number | string): Promise<number> => {
  if (typeof place === 'number') return place
  for await (const { index, record } of reader.entries())
    if (Date.parse(record.receivedAt) >= Date.parse(place)) return index
  return reader.checkpoint.size
}

/** Whole, or not there: an export that was cut short is not taken for one. */
const writeWhole = async (pieces: Readable, file: string): Promise<void> => {
  const partial = `${file}.partial`
  try {
    await pipeline(pieces, createWriteStream(partial, { mode: 0o600 }))
    await rename(partial, file)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}
