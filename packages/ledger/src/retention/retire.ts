import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { JsonObject } from '@charter/runtime'
import { instantAt } from '@charter/runtime'
import { readEntryLine } from '../disk/entry-line.ts'
import { syncFolder } from '../disk/segment-file.ts'
import { leafOfLine, linesOf, lineText, readSegment } from '../disk/segment-lines.ts'
import { listSegments, type SegmentName, segmentFile } from '../disk/segment-name.ts'
import { leavesFrom, tileReader } from '../disk/tile-reader.ts'
import type { Hash } from '../merkle/hash.ts'
import { tilePath, tileWidth } from '../merkle/tile.ts'
import type { Ledger } from '../writer/open-ledger.ts'
import { damaged } from '../writer/recover.ts'
import { dropRetired } from './drop-retired.ts'
import { holdOn } from './hold.ts'
import { type EntryRange, type Hold, joinRanges } from './retention-record.ts'

export interface RetireOptions {
  readonly ledger: Pick<Ledger, 'keeping' | 'note' | 'publish' | 'size'>
  readonly folder: string
  /** Entries received longer ago than this may go. */
  readonly keepMs: number
  readonly nowMs: number
  /** Who asks. */
  readonly principal: string
  /** Says what would be retired, and retires nothing. */
  readonly isDryRun: boolean
}

export interface Retirement {
  /** Instant: what was received before may go. */
  readonly before: string
  readonly retired: readonly EntryRange[]
  /** Entries that would have gone, and the hold that keeps them. */
  readonly held: readonly { readonly entries: EntryRange; readonly hold: string; readonly reason: string }[]
}

/**
 * Retires whole segments of old entries. Their hashes stay in the tiles, so roots and proofs are what they were; a signed
 * entry says which went, when and under which rule, before anything is removed. A segment with an entry under a hold stays.
 * Rejects with the problem `conflict` where a segment or its tiles are damaged.
 */
export const retire = async (options: RetireOptions): Promise<Retirement> => {
  const { ledger, folder, keepMs, nowMs, principal, isDryRun } = options
  const before = instantAt(nowMs - keepMs)
  await ledger.publish()
  const found = await oldSegments(options, before)
  const retired = joinRanges(found.flatMap(({ range, hold }) => (hold ? [] : [range])))
  const held = found.flatMap(({ range, hold }) =>
    hold ? [{ entries: range, hold: hold.id, reason: hold.reason }] : [],
  )
  if (retired.length === 0 || isDryRun) return { before, retired, held }
  for (const range of retired) await keepTiles(folder, range)
  const all = joinRanges([...ledger.keeping.retired, ...retired])
  const rule = `received more than ${Math.round(keepMs / 86_400_000)} days ago`
  await ledger.note({
    event: 'retired',
    before,
    entries: retired,
    principal,
    retired: all,
    rule,
  } as unknown as JsonObject)
  // Who copies what is published finds the entry that says why segments are gone.
  await ledger.publish()
  await dropRetired(folder, all)
  return { before, retired, held }
}

interface OldSegment {
  readonly range: EntryRange
  readonly hold: Hold | undefined
}

/** From the oldest up to the first that is too new: entries come in the order of time. */
const oldSegments = async ({ folder, ledger }: RetireOptions, before: string): Promise<readonly OldSegment[]> => {
  const { segments } = await listSegments(folder)
  const old: OldSegment[] = []
  // Tiles that are not full yet are written again and again: hashes of what is gone shall lie in none of them.
  const whole = Math.floor(ledger.size / tileWidth) * tileWidth
  for (const name of segments.slice(0, -1)) {
    const { leaves, isNewer, hold } = await examine(folder, name, before, ledger.keeping.holds)
    const until = name.first + leaves.length
    if (isNewer || until > whole) break
    await requireTiles(folder, name.first, leaves, ledger.size)
    old.push({ range: [name.first, until], hold })
  }
  return old
}

const examine = async (folder: string, name: SegmentName, before: string, holds: readonly Hold[]) => {
  const content = await readSegment(segmentFile(folder, name))
  const leaves: Hash[] = []
  let hold: Hold | undefined
  for (const line of linesOf(content)) {
    if (line.isCheckpoint) continue
    const record = readEntryLine(lineText(content, line))
    if (Date.parse(record.receivedAt) >= Date.parse(before)) return { leaves, isNewer: true, hold }
    hold ??= holdOn(holds, name.first + leaves.length, record)
    leaves.push(leafOfLine(content, line))
  }
  return { leaves, isNewer: false, hold }
}

const requireTiles = async (folder: string, first: number, leaves: readonly Hash[], size: number): Promise<void> => {
  const kept = await leavesFrom(tileReader(folder, size), first, first + leaves.length).catch(() => [])
  if (kept.length !== leaves.length || kept.some((leaf, at) => leaf !== leaves[at]))
    throw damaged(`The tiles of the entries from ${first} on do not hold their hashes; nothing was retired.`)
}

/** On disk, with their names: they are about to be all that is left. */
const keepTiles = async (folder: string, [from, until]: EntryRange): Promise<void> => {
  const folders = new Set<string>()
  for (let index = Math.floor(from / tileWidth); index * tileWidth < until; index++) {
    const path = tilePath({ level: 0, index, width: tileWidth })
    const handle = await open(join(folder, path), 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
    for (let above = dirname(path); above !== '.'; above = dirname(above)) folders.add(above)
  }
  for (const each of [...folders, '.']) await syncFolder(join(folder, each))
}
