import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { renameInto } from '../disk/replace-file.ts'
import type { LedgerReader, ProvenEntry } from '../read/open-reader.ts'
import type { LinePlace, PlacedLine } from '../read/placed-lines.ts'
import { readOnRecord } from '../read/read-on-record.ts'
import type { Ledger } from '../writer/open-ledger.ts'
import { type IndexFile, openIndexFile } from './index-file.ts'
import type { LedgerQuery } from './ledger-query.ts'

/** Finds entries of a published ledger. It only points: what it finds is read from the segments, with its proof. */
export interface SearchIndex {
  /** Entries that are indexed. */
  readonly size: number
  /** It was not there, or not as it was left, and was made anew from the segments. */
  readonly isRebuilt: boolean
  search(query: LedgerQuery): Promise<readonly ProvenEntry[]>
  /** The entry at an index, from where the index says that its line lies. Rejects as `LedgerReader.prove` does. */
  prove(index: number): Promise<ProvenEntry>
  /** Where the line of an entry lies; null where there is none. */
  placeOf(index: number): LinePlace | null
  /** Brings it up to what a later reader of the same ledger sees, at the cost of what is new; proofs are then that reader's. */
  follow(reader: LedgerReader): Promise<void>
  /** Notes how it was left. An index that was followed and not closed is made anew the next time. */
  close(): Promise<void>
}

/**
 * Opens the index in a file of its own (SQLite), brings it up to what `reader` sees, and makes it anew from the segments
 * where a byte of it changed since it was left. What it tells is only as complete as the file: its digest is kept beside it.
 */
export const openSearchIndex = async (file: string, reader: LedgerReader): Promise<SearchIndex> => {
  // It holds what the entries hold: its owner's alone.
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const kept = (await isAsLeft(file)) ? openIndexFile(file) : null
  // An index of more than there is belongs to another ledger, or to a longer one.
  const isKept = kept !== null && sizeOf(kept) <= reader.checkpoint.size
  if (!isKept) {
    kept?.close()
    for (const name of [file, digestFile(file)]) await rm(name, { force: true })
  }
  const index = isKept ? kept : await freshIndexFile(file)
  const before = isKept ? sizeOf(index) : -1
  await addEntries(index, reader)
  if (sizeOf(index) !== before) await noteAsLeft(file)
  return searching(file, index, reader, !isKept)
}

const freshIndexFile = async (file: string): Promise<IndexFile> => {
  await writeFile(file, '', { mode: 0o600 })
  const fresh = openIndexFile(file)
  if (!fresh) throw new Error(`The file ${file} was made by somebody else meanwhile. Give the index a file of its own.`)
  return fresh
}

const searching = (file: string, index: IndexFile, opened: LedgerReader, isRebuilt: boolean): SearchIndex => {
  let reader = opened
  let isFollowed = false
  let following: Promise<void> = Promise.resolve()
  const followNow = async (next: LedgerReader): Promise<void> => {
    if (next.checkpoint.size > reader.checkpoint.size) {
      isFollowed = true
      await addEntries(index, next)
    }
    if (next.checkpoint.size >= reader.checkpoint.size) reader = next
  }
  const placeOf = (at: number): LinePlace | null =>
    index.find({}, at, Math.min(at + 1, reader.checkpoint.size), 1)[0]?.place ?? null
  return {
    get size() {
      return reader.checkpoint.size
    },
    isRebuilt,
    search: async (query) => {
      const by = reader
      const proven: ProvenEntry[] = []
      for (const { index: at, place } of await find(index, query, by.checkpoint.size))
        proven.push(await by.prove(at, place))
      return proven
    },
    prove: async (at) => reader.prove(at, placeOf(at) ?? undefined),
    placeOf,
    follow: (next) => {
      following = following.then(
        () => followNow(next),
        () => followNow(next),
      )
      return following
    },
    close: async () => {
      await following.catch(() => {})
      index.close()
      if (isFollowed) await noteAsLeft(file)
    },
  }
}

const digestFile = (file: string): string => `${file}.sha256`

const digestOf = async (file: string): Promise<string> => {
  const digest = createHash('sha256')
  await pipeline(createReadStream(file), digest)
  return digest.digest('hex')
}

/** Nothing where the file was removed meanwhile, as retiring entries does: the index is then made anew. */
const noteAsLeft = async (file: string): Promise<void> => {
  const digest = await digestOf(file).catch(() => null)
  if (digest !== null) await renameInto(digestFile(file), digest).catch(() => {})
}

const isAsLeft = async (file: string): Promise<boolean> => {
  const left = await readFile(digestFile(file), 'utf8').catch(() => null)
  return left !== null && left === (await digestOf(file).catch(() => ''))
}

const sizeOf = ({ last }: IndexFile): number => (last === null ? 0 : last.index + 1)

/** Lines that are added together: few enough that nobody else of this process waits long. */
const addedAtOnce = 500

const addEntries = async (index: IndexFile, reader: LedgerReader): Promise<void> => {
  let lines: PlacedLine[] = []
  for await (const line of reader.linesAfter(index.last)) {
    lines.push(line)
    if (lines.length < addedAtOnce) continue
    index.add(lines)
    lines = []
    await setImmediate()
  }
  if (lines.length > 0) index.add(lines)
}

/**
 * Entries that SQLite looks through before somebody else of this process has a turn: it answers at once or not at all, and
 * the ledger is written by the same process.
 */
const windowEntries = 10_000

const find = async (
  index: IndexFile,
  query: LedgerQuery,
  size: number,
): Promise<readonly Omit<PlacedLine, 'line'>[]> => {
  const { after, limit = 100, order = 'oldest' } = query
  if (!(limit >= 1 && limit <= 1000)) throw new RangeError('A search gives 1 to 1,000 entries at once.')
  const found: Omit<PlacedLine, 'line'>[] = []
  const [first, last] = order === 'oldest' ? [(after ?? -1) + 1, size] : [0, Math.min(after ?? size, size)]
  for (let done = 0; done < last - first && found.length < limit; done += windowEntries) {
    const [from, until] =
      order === 'oldest'
        ? [first + done, Math.min(first + done + windowEntries, last)]
        : [Math.max(first, last - done - windowEntries), last - done]
    found.push(...index.find(query, from, until, limit - found.length))
    if (done > 0) await setImmediate()
  }
  return found
}

/** A search that is itself on record, before anything is given. Rejects as `readOnRecord` does. */
export const searchOnRecord = (
  ledger: Ledger,
  index: SearchIndex,
  principal: string,
  query: LedgerQuery,
): Promise<readonly ProvenEntry[]> =>
  readOnRecord(ledger, { principal, what: 'entries', query: { ...query } }, () => index.search(query))
