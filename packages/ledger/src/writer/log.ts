import { rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { canonicalJson, type JsonObject, ProblemError, problem } from '@charter/runtime'
import { privateFolder } from '@charter/runtime/service'
import { checkpointText } from '../checkpoint/checkpoint.ts'
import { checkpointLine, entryLine, ownReplica, readEntryLine, segmentReplica } from '../disk/entry-line.ts'
import { renameInto, replaceFile } from '../disk/replace-file.ts'
import type { OpenSegmentFile, SegmentFile } from '../disk/segment-file.ts'
import { type SegmentName, segmentFile } from '../disk/segment-name.ts'
import { growFrontier, rootOf } from '../merkle/frontier.ts'
import { type Hash, leafHash } from '../merkle/hash.ts'
import { tileHeight } from '../merkle/tile.ts'
import { keepingAfter, type RetentionRecord } from '../retention/retention-record.ts'
import type { Lease } from './lease.ts'
import type { Recovered } from './recover.ts'
import { type Sources, sourcesFrom } from './sources.ts'

/** A record on its way to the disk. */
export interface PendingLine {
  readonly line: string
  readonly leaf: Hash
  readonly replica: string
  readonly epoch: number
  readonly sequence: number
}

/** The tree and its files, one commit at a time. */
export interface Log {
  readonly size: number
  /** The checkpoint that closes the last commit, signed; null before the first. */
  readonly note: string | null
  /** What is on disk of each replica. */
  readonly sources: Sources
  /** Holds that stand, and what was retired. */
  readonly keeping: RetentionRecord
  /** Index of the first line, once all of them and the checkpoint over them are on disk and the lease still held. */
  commit(lines: readonly PendingLine[]): Promise<number>
  /** Writes tiles and the file `checkpoint`, for readers. Resolves to the checkpoint. */
  publish(): Promise<string | null>
  close(): Promise<void>
}

export interface LogOptions {
  readonly folder: string
  readonly origin: string
  /** The key that verifies, as text. */
  readonly key: string
  readonly sign: (text: string) => string
  readonly lease: Lease
  readonly instant: () => string
  readonly openFile: OpenSegmentFile
  /** A segment ends with the commit in which it reaches either. */
  readonly segmentEntriesMax: number
  readonly segmentBytesMax: number
}

interface OpenSegment {
  readonly name: SegmentName
  readonly file: SegmentFile
  entries: number
  bytes: number
}

export const openLog = async (recovered: Recovered, options: LogOptions): Promise<Log> => {
  const { folder, origin, key, sign, lease, instant } = options
  let frontier = recovered.frontier
  let note = recovered.note
  let segment = await continueSegment(recovered, options)
  let segmentsOpened = 0
  const sources = sourcesFrom(recovered.sources)
  let { keeping } = recovered
  const { tiles } = recovered
  let publishing: Promise<string | null> = Promise.resolve(null)

  /**
   * Each segment begins with how far every replica had come, which key signs, what is held and what was retired: opening a
   * ledger reads one segment, and those before it can be let go.
   */
  const header = (): PendingLine => {
    const entry = canonicalJson({ event: 'segment', key, sources: sources.toJson(), ...jsonOf(keeping) })
    const place = { replica: segmentReplica, epoch: lease.term, sequence: ++segmentsOpened }
    const line = entryLine({ ...place, entry }, instant())
    return { ...place, line, leaf: leafHash(line) }
  }

  const rotate = async (): Promise<void> => {
    if (segment.entries < options.segmentEntriesMax && segment.bytes < options.segmentBytesMax) return
    // The tiles up to here: opening the ledger again starts from them.
    await tiles.publish(frontier.size)
    const name = { first: frontier.size, term: lease.term }
    const file = await options.openFile(segmentFile(folder, name), 0)
    await segment.file.close()
    segment = { name, file, entries: 0, bytes: 0 }
  }

  /** One buffer for all commits, which go one by one: a new one each time would be garbage outside the heap's sight. */
  let buffer = Buffer.allocUnsafe(2 ** 17)
  const commitBytes = (lines: readonly PendingLine[], last: string): Buffer => {
    // A character of a line takes three bytes at most in UTF-8.
    const most = lines.reduce((sum, { line }) => sum + 3 * line.length + 1, last.length + 1)
    if (most > buffer.length) buffer = Buffer.allocUnsafe(2 * most)
    let at = 0
    for (const { line } of lines) {
      at += buffer.write(line, at)
      at = buffer.writeUInt8(newline, at)
    }
    at += buffer.write(last, at)
    return buffer.subarray(0, buffer.writeUInt8(newline, at))
  }

  const commit: Log['commit'] = async (given) => {
    requireLease(lease)
    await rotate()
    const isHeaded = segment.entries === 0 && frontier.size > 0
    const lines = isHeaded ? [header(), ...given] : given
    const known: { readonly level: number; readonly node: Hash }[] = []
    const grown = growFrontier(frontier, (level, node) => {
      if (level % tileHeight === 0) known.push({ level, node })
    })
    for (const { leaf } of lines) grown.append(leaf)
    const signed = sign(checkpointText({ origin, size: grown.size, root: rootOf(grown) }))
    const bytes = commitBytes(lines, checkpointLine(signed))
    await segment.file.append(bytes)
    // Asked after the write: whoever took over since has copied what was there before, and nothing later counts.
    requireLease(lease)
    const first = frontier.size + (isHeaded ? 1 : 0)
    frontier = { size: grown.size, nodes: grown.nodes }
    note = signed
    segment.entries += lines.length
    segment.bytes += bytes.length
    for (const line of given) {
      sources.note(line)
      if (line.replica === ownReplica) keeping = keepingAfter(keeping, readEntryLine(line.line).entry)
    }
    for (const { level, node } of known) tiles.add(level, node)
    // Small files in between would make every commit's write wait for theirs: they go to disk together, now and then.
    if (tiles.waiting > tilesWaitingMax) await tiles.flush().catch(() => {})
    return first
  }

  const publishNow = async (): Promise<string | null> => {
    if (note === null) return null
    const published = note
    await tiles.publish(frontier.size)
    requireLease(lease)
    await renameInto(join(folder, 'checkpoint'), published)
    return published
  }

  return {
    get size() {
      return frontier.size
    },
    get note() {
      return note
    },
    sources,
    get keeping() {
      return keeping
    },
    commit,
    publish: () => {
      publishing = publishing.then(publishNow, publishNow)
      return publishing
    },
    close: () => segment.file.close(),
  }
}

/** What it keeps to came out of JSON, and goes into it. */
const jsonOf = ({ holds, retired }: RetentionRecord): JsonObject => ({ holds, retired }) as unknown as JsonObject

const newline = 10

/** Full tiles held before they are written, of 8 KiB each. */
const tilesWaitingMax = 512

/** Of a writer that was replaced. */
export const isFenced = (error: unknown): boolean =>
  error instanceof ProblemError && error.problem.reason === fencedReason

const fencedReason = 'fenced'

const requireLease = (lease: Lease): void => {
  if (lease.isHeld()) return
  throw new ProblemError(
    problem('unavailable', {
      detail: 'Another writer took over this ledger. Send the record to that one.',
      reason: fencedReason,
    }),
  )
}

/**
 * Takes the last segment over as a file of this term's own: its bytes are copied up to the last commit, and the old file
 * is let go. A writer that still has the old one open writes where nobody will look.
 */
const continueSegment = async (recovered: Recovered, { folder, lease, openFile }: LogOptions): Promise<OpenSegment> => {
  const { last } = recovered
  const name = { first: last?.name.first ?? 0, term: lease.term }
  const path = segmentFile(folder, name)
  if (last) {
    await replaceFile(`${path}.copy`, last.bytes)
    await rename(`${path}.copy`, path)
    if (recovered.droppedBytes > 0) await setAside(folder, last.name)
    else await rm(segmentFile(folder, last.name), { force: true })
  }
  for (const stray of recovered.stray) await setAside(folder, stray)
  const bytes = last?.bytes.length ?? 0
  return { name, file: await openFile(path, bytes), entries: last?.entries ?? 0, bytes }
}

/** What no commit holds is out of the ledger, but stays for whoever wants to know what it was. */
const setAside = async (folder: string, name: SegmentName): Promise<void> => {
  const dropped = join(folder, 'dropped')
  privateFolder(dropped)
  const file = segmentFile(folder, name)
  await rename(file, join(dropped, basename(file)))
}
