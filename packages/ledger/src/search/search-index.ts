import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pipeline } from 'node:stream/promises'
import type { LedgerEntry } from '../disk/entry-line.ts'
import { renameInto } from '../disk/replace-file.ts'
import type { LedgerReader, ProvenEntry } from '../read/open-reader.ts'
import type { Ledger } from '../writer/open-ledger.ts'

/** Who, what, when, from where, with what outcome, touching which field. Every part that is given must hold. */
export interface LedgerQuery {
  readonly principal?: string
  readonly operation?: string
  readonly entity?: string
  readonly key?: string
  readonly outcome?: string
  readonly address?: string
  readonly field?: string
  readonly replica?: string
  readonly tenant?: string
  /** Instants, in canonical form: from the first, up to but not including the second. */
  readonly from?: string
  readonly until?: string
  /** Entries after this index. */
  readonly after?: number
  /** 1 to 1,000. */
  readonly limit?: number
}

/** Finds entries of a published ledger. It only points: what it finds is read from the segments, with its proof. */
export interface SearchIndex {
  /** Entries that are indexed. */
  readonly size: number
  /** It was not there, or not as it was left, and was made anew from the segments. */
  readonly isRebuilt: boolean
  /** In the order of the ledger. */
  search(query: LedgerQuery): Promise<readonly ProvenEntry[]>
  close(): void
}

/**
 * Opens the index in a file of its own (SQLite), brings it up to what `reader` sees, and makes it anew from the segments
 * where a byte of it changed since it was left. What it tells is only as complete as the file: its digest is kept beside it.
 */
export const openSearchIndex = async (file: string, reader: LedgerReader): Promise<SearchIndex> => {
  await mkdir(dirname(file), { recursive: true })
  const isKept = await isAsLeft(file)
  let indexed = isKept ? sizeIn(file) : 0
  // An index of more than there is belongs to another ledger, or to a longer one.
  const isRebuilt = !isKept || indexed > reader.checkpoint.size
  if (isRebuilt) {
    for (const name of [file, digestFile(file)]) await rm(name, { force: true })
    indexed = 0
  }
  if (indexed < reader.checkpoint.size) {
    await addEntries(file, reader, indexed)
    await renameInto(digestFile(file), await digestOf(file))
  }
  const database = new DatabaseSync(file, { readOnly: true })
  return {
    size: reader.checkpoint.size,
    isRebuilt,
    search: async (query) => {
      const proven: ProvenEntry[] = []
      for (const index of indexesOf(database, query)) proven.push(await reader.prove(index))
      return proven
    },
    close: () => database.close(),
  }
}

const digestFile = (file: string): string => `${file}.sha256`

const digestOf = async (file: string): Promise<string> => {
  const digest = createHash('sha256')
  await pipeline(createReadStream(file), digest)
  return digest.digest('hex')
}

const isAsLeft = async (file: string): Promise<boolean> => {
  const left = await readFile(digestFile(file), 'utf8').catch(() => null)
  return left !== null && left === (await digestOf(file).catch(() => ''))
}

const sizeIn = (file: string): number => {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    return Number(database.prepare('SELECT coalesce(max(place) + 1, 0) AS size FROM entry').get()?.size)
  } finally {
    database.close()
  }
}

/** What can be asked for, by the column that holds it. */
export const columns = {
  principal: ({ entry }) => entry.principal,
  operation: ({ entry }) => entry.operation ?? entry.event,
  entity: ({ entry }) => entry.entity,
  key: ({ entry }) => entry.key,
  outcome: ({ entry }) => entry.outcome,
  address: ({ entry }) => (entry.origin as { readonly address?: unknown } | null | undefined)?.address,
  tenant: ({ entry }) => entry.tenant,
  replica: ({ replica }) => replica,
} as const satisfies Record<string, (record: LedgerEntry) => unknown>

export const columnNames = Object.keys(columns) as (keyof typeof columns)[]

const addEntries = async (file: string, reader: LedgerReader, from: number): Promise<void> => {
  const database = new DatabaseSync(file)
  try {
    database.exec(
      `PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
       CREATE TABLE IF NOT EXISTS entry (place INTEGER PRIMARY KEY, at TEXT, ${columnNames.map((name) => `"${name}" TEXT`).join(', ')});
       CREATE TABLE IF NOT EXISTS field (name TEXT, place INTEGER, PRIMARY KEY (name, place)) WITHOUT ROWID;
       ${[...columnNames, 'at'].map((name) => `CREATE INDEX IF NOT EXISTS entry_${name} ON entry ("${name}", place);`).join('\n')}
       BEGIN`,
    )
    const names = ['place', 'at', ...columnNames]
    const entry = database.prepare(
      `INSERT INTO entry (${names.map((name) => `"${name}"`).join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
    )
    const field = database.prepare('INSERT OR IGNORE INTO field (name, place) VALUES (?, ?)')
    for await (const { index, record } of reader.entries(from)) {
      entry.run(index, sortable(instantOfEntry(record)), ...columnNames.map((name) => textOf(columns[name](record))))
      const fields = Array.isArray(record.entry.fields) ? record.entry.fields : []
      for (const name of fields) field.run(String(name), index)
    }
    database.exec('COMMIT')
  } finally {
    database.close()
  }
}

/** When it happened, as its sender says; else when it was received. */
export const instantOfEntry = ({ entry, receivedAt }: LedgerEntry): string =>
  typeof entry.at === 'string' ? entry.at : receivedAt

/** Instants as they sort: with their `Z`, 10:00:00.5Z would come before 10:00:00Z. */
export const sortable = (instant: string): string => instant.replace(/Z$/, '')

const textOf = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))

const indexesOf = (database: DatabaseSync, query: LedgerQuery): readonly number[] => {
  const { field, from, until, after = -1, limit = 100 } = query
  if (!(limit >= 1 && limit <= 1000)) throw new RangeError('A search gives 1 to 1,000 entries at once.')
  const asked = columnNames.flatMap((name) =>
    query[name] === undefined ? [] : [[`"${name}" = ?`, query[name]] as const],
  )
  const conditions: (readonly [string, string | number])[] = [['place > ?', after], ...asked]
  if (from !== undefined) conditions.push(['at >= ?', sortable(from)])
  if (until !== undefined) conditions.push(['at < ?', sortable(until)])
  if (field !== undefined)
    conditions.push(['EXISTS (SELECT 1 FROM field WHERE field.name = ? AND field.place = entry.place)', field])
  return database
    .prepare(`SELECT place FROM entry WHERE ${conditions.map(([sql]) => sql).join(' AND ')} ORDER BY place LIMIT ?`)
    .all(...conditions.map(([, value]) => value), limit)
    .map(({ place }) => Number(place))
}

/**
 * A search that is itself on record: who asked for what is in the ledger, on disk, before anything is given. Rejects with
 * what `Ledger.append` rejects with; nothing is then given.
 */
export const searchOnRecord = async (
  ledger: Ledger,
  index: SearchIndex,
  principal: string,
  query: LedgerQuery,
): Promise<readonly ProvenEntry[]> => {
  await ledger.note({ event: 'read', principal, query: { ...query } })
  return index.search(query)
}
