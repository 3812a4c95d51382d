import { join } from 'node:path'
import { indexFolder, type LedgerQuery, openSearchIndex, type ProvenEntry } from '@charter/ledger'
import { defineCommand, jsonOption } from '../../command.ts'
import { aligned } from '../../terminal.ts'
import { countGiven, keyOption, ledgerOption, printable, reading } from './own-ledger.ts'
import { queryOptions, textsAsked, timesAsked } from './query.ts'

export const search = defineCommand({
  name: 'ledger search',
  summary: 'Finds entries by who, what, when, from where and which field. The search itself is recorded first.',
  usage: '[--who <principal>] [--operation <name>] [--from <instant>] …',
  wordsMax: 0,
  options: {
    ...queryOptions,
    after: { type: 'string', value: 'index', description: 'Entries after this one.' },
    limit: { type: 'string', value: 'number', description: 'How many at most, up to 1000. Default: 100.' },
    ledger: ledgerOption,
    key: keyOption,
    json: jsonOption,
  },
  examples: [
    'charter ledger search --who nurse-3 --from 2026-11-01 --ledger ./ledger',
    'charter ledger search --entity Patient --field ssn --ledger ./ledger --json',
  ],
  run: async (asked, terminal) => {
    const more: LedgerQuery = {
      ...timesAsked(asked),
      ...counts(countGiven(asked, 'after', 2 ** 50), countGiven(asked, 'limit', 1000)),
    }
    return reading(asked, terminal, {
      values: textsAsked(asked),
      what: (committed) => ({ query: { ...committed, ...more } }) as never,
      read: async ({ folder, reader }, committed) => {
        const index = await openSearchIndex(join(indexFolder(folder), 'command-line.sqlite'), reader)
        const found = await index.search({ ...committed, ...more }).finally(() => index.close())
        if (asked.flag('json')) return terminal.json(found.map(({ index: at, entry }) => ({ index: at, ...entry })))
        for (const line of aligned(found.map(columnsOf))) terminal.line(line)
        if (found.length === 0) terminal.note('There is no such entry.')
      },
    })
  },
})

const counts = (after: number | undefined, limit: number | undefined): Pick<LedgerQuery, 'after' | 'limit'> => ({
  ...(after !== undefined && { after }),
  ...(limit !== undefined && { limit: Math.max(1, limit) }),
})

const columnsOf = ({ index, entry: { entry, receivedAt, replica } }: ProvenEntry): readonly string[] => [
  String(index),
  String(entry.at ?? receivedAt),
  shown(entry.principal),
  shown(entry.operation ?? entry.event),
  [entry.entity, entry.key]
    .filter((part) => part !== undefined && part !== null)
    .map(shown)
    .join('/') || '-',
  shown(entry.outcome),
  replica,
]

const shown = (value: unknown): string =>
  value === undefined || value === null
    ? '-'
    : printable(String(typeof value === 'object' ? JSON.stringify(value) : value))
