import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ProblemError, problem } from '@charter/runtime'
import { type Checkpoint, readCheckpoint } from '../checkpoint/checkpoint.ts'
import type { NoteKey } from '../checkpoint/note.ts'
import { isOwnName, noteInLine, readEntryLine, segmentReplica } from '../disk/entry-line.ts'
import { leafOfLine, linesOf, lineText, readSegment, type SegmentBytes } from '../disk/segment-lines.ts'
import { listSegments, type SegmentName, segmentFile } from '../disk/segment-name.ts'
import { readTile, tileReader } from '../disk/tile-reader.ts'
import { type TileWriter, tileWriter } from '../disk/tile-writer.ts'
import { emptyFrontier, type Frontier, frontierFrom, growFrontier, rootOf } from '../merkle/frontier.ts'
import { type Hash, hashText } from '../merkle/hash.ts'
import { hashesIn, partialTiles, tileHeight } from '../merkle/tile.ts'
import {
  covers,
  type EntryRange,
  emptyKeeping,
  keepingAfter,
  type RetentionRecord,
} from '../retention/retention-record.ts'
import { rebuildTiles } from './rebuild-tiles.ts'
import { type SourcesJson, sourcesFrom } from './sources.ts'

/** Where a ledger stands: up to its last signed commit. */
export interface Recovered {
  readonly frontier: Frontier
  readonly tiles: TileWriter
  readonly note: string | null
  readonly sources: SourcesJson
  readonly keeping: RetentionRecord
  /** The segment to go on with, up to the last commit; null in a new ledger. */
  readonly last: { readonly name: SegmentName; readonly bytes: Buffer; readonly entries: number } | null
  readonly stray: readonly SegmentName[]
  /** Bytes after the last signed commit: of a write that was cut short. */
  readonly droppedBytes: number
}

/**
 * Reads the last segment, and the tree before it from the tiles. Rejects with the problem `conflict` where the ledger is
 * damaged: a signed commit does not fit the tree, or follows one that does not. Only a tail that nobody signed is dropped.
 */
export const recover = async (folder: string, origin: string, key: NoteKey): Promise<Recovered> => {
  const { segments, stray } = await listSegments(folder)
  for (let at = segments.length - 1; at >= 0; at--) {
    const name = segments[at]
    if (!name) break
    const before = segments.slice(0, at)
    const recovered = await recoverSegment({
      folder,
      origin,
      key,
      name,
      before,
      stray: [...stray, ...segments.slice(at + 1)],
    })
    if (recovered) return recovered
  }
  return {
    frontier: emptyFrontier,
    tiles: tileWriter(folder, [], 0),
    note: null,
    sources: {},
    keeping: emptyKeeping,
    last: null,
    stray: [...stray, ...segments],
    droppedBytes: 0,
  }
}

interface RecoveryContext {
  readonly folder: string
  readonly origin: string
  readonly key: NoteKey
  readonly name: SegmentName
  readonly before: readonly SegmentName[]
  readonly stray: readonly SegmentName[]
}

/** Null where nothing was committed to the segment: the one before it is then the last. */
const recoverSegment = async (recovering: RecoveryContext): Promise<Recovered | null> => {
  const { folder, name, stray } = recovering
  const content = await readSegment(segmentFile(folder, name))
  const { start, gap } = await frontierBefore(recovering)
  const tiles = tileWriter(folder, await edgesOf(folder, start.size), start.size)
  const walk = walkSegment(content, start, { ...recovering, tiles })
  if (walk.note === null) return null
  const state = stateIn(content, walk.end, name)
  if (gap && !covers(state.keeping.retired, gap))
    throw damaged(`The segments before entry ${name.first} are missing, and no entry says that they were retired.`)
  await tiles.flush()
  return {
    frontier: walk.frontier,
    tiles,
    note: walk.note,
    ...state,
    last: { name, bytes: Buffer.from(content.bytes.subarray(1, walk.end)), entries: walk.frontier.size - name.first },
    stray,
    droppedBytes: content.bytes.length - walk.end,
  }
}

/** The partial tile at each tile level of a tree of `size` leaves. */
const edgesOf = async (folder: string, size: number): Promise<readonly (readonly Hash[])[]> => {
  const edges: (readonly Hash[])[] = []
  for (const name of partialTiles(size)) edges[name.level] = hashesIn(await readTile(folder, name))
  return Array.from(edges, (hashes) => hashes ?? [])
}

interface Before {
  readonly start: Frontier
  /** Entries whose segments are not there. Their tree is believed once the commits after it are found to go on from it. */
  readonly gap: EntryRange | null
}

/** The tree before a segment, from tiles; they are believed where the last commit before it signed for them. */
const frontierBefore = async ({ folder, name, before, origin, key }: RecoveryContext): Promise<Before> => {
  const previous = before.at(-1)
  if (!previous && name.first === 0) return { start: emptyFrontier, gap: null }
  const fromTiles = await frontierFrom(name.first, tileReader(folder, name.first)).catch(() => null)
  const checkpoint = previous ? lastCheckpoint(await readSegment(segmentFile(folder, previous)), key) : null
  const end = previous ? (checkpoint?.size ?? name.first + 1) : 0
  if (end > name.first || (checkpoint && checkpoint.origin !== origin))
    throw damaged(`The segment before entry ${name.first} does not end there with a signed checkpoint.`)
  const gap: EntryRange | null = end < name.first ? [end, name.first] : null
  const isSigned = (tree: Frontier): boolean => gap !== null || rootOf(tree) === checkpoint?.root
  if (fromTiles && isSigned(fromTiles)) return { start: fromTiles, gap }
  const rebuilt = await rebuildTiles(folder, before, name.first).catch(() => null)
  if (rebuilt?.size === name.first && isSigned(rebuilt)) return { start: rebuilt, gap }
  throw damaged(`The entries before ${name.first} are not the ones that were signed.`)
}

const lastCheckpoint = (content: SegmentBytes, key: NoteKey): Checkpoint | null => {
  let last: Checkpoint | null = null
  for (const line of linesOf(content)) {
    if (!line.isCheckpoint || line.end + 1 !== content.bytes.length) continue
    const read = readCheckpoint(noteInLine(lineText(content, line)) ?? '', key)
    if (typeof read !== 'string') last = read
  }
  return last
}

interface Walk {
  readonly frontier: Frontier
  readonly note: string | null
  /** Where the last signed commit ends. */
  readonly end: number
}

const walkSegment = (
  content: SegmentBytes,
  start: Frontier,
  { origin, key, tiles }: RecoveryContext & { readonly tiles: TileWriter },
): Walk => {
  let known: { readonly level: number; readonly node: Hash }[] = []
  const grown = growFrontier(start, (level, node) => {
    if (level % tileHeight === 0) known.push({ level, node })
  })
  let walk: Walk = { frontier: start, note: null, end: 1 }
  for (const line of linesOf(content)) {
    if (!line.isCheckpoint) {
      grown.append(leafOfLine(content, line))
      continue
    }
    const note = noteInLine(lineText(content, line))
    const read = readCheckpoint(note ?? '', key)
    if (typeof read === 'string') continue
    // A signature further on shows that this was no torn write: what it was given for has been changed since.
    if (read.origin !== origin || read.size !== grown.size || read.root !== rootOf(grown))
      throw damaged(`The entries from ${walk.frontier.size} on are not the ones that were signed up to ${read.size}.`)
    for (const { level, node } of known) tiles.add(level, node)
    known = []
    walk = { frontier: { size: grown.size, nodes: [...grown.nodes] }, note, end: line.end + 1 }
  }
  return walk
}

/** Which replicas had come how far, and what is held and was retired: what the segment begins with, and its records since. */
const stateIn = (
  content: SegmentBytes,
  end: number,
  { first }: SegmentName,
): Pick<Recovered, 'sources' | 'keeping'> => {
  let sources = sourcesFrom({})
  let keeping = emptyKeeping
  let isFirst = first > 0
  for (const line of linesOf(content)) {
    if (line.start >= end) break
    if (line.isCheckpoint) continue
    const record = readEntryLine(lineText(content, line))
    if (isFirst) sources = sourcesFrom(record.entry.sources as SourcesJson)
    else if (record.replica !== segmentReplica) sources.note(record)
    if (isOwnName(record.replica)) keeping = keepingAfter(keeping, record.entry)
    isFirst = false
  }
  return { sources: sources.toJson(), keeping }
}

export const damaged = (sentence: string): ProblemError =>
  new ProblemError(
    problem('conflict', {
      detail: `${sentence} Run verify on a copy; do not write to this ledger until it is restored.`,
    }),
  )

/** Rejects with `conflict` where the ledger is shorter than what it published or what a witness saw of it. */
export const requireNotRestored = async (folder: string, size: number, seen: readonly Checkpoint[]): Promise<void> => {
  const published = await readFile(join(folder, 'checkpoint'), 'utf8').catch(() => null)
  const publishedSize = Number(published?.split('\n')[1] ?? 0)
  const most = Math.max(publishedSize, ...seen.map((checkpoint) => checkpoint.size))
  if (size >= most) return
  const witnessed = seen.find((checkpoint) => checkpoint.size === most)
  throw new ProblemError(
    problem('conflict', {
      detail: `This ledger has ${size} entries, and ${most} were ${witnessed ? `witnessed (root ${hashText(witnessed.root)})` : 'published'}: it was restored from an older copy. Make a new ledger with charter ledger init, and say in its ledger.yaml, under after, what it goes on from and why.`,
    }),
  )
}
