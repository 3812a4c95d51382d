import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Checkpoint, readCheckpoint } from '../checkpoint/checkpoint.ts'
import type { NoteKey } from '../checkpoint/note.ts'
import { type LedgerEntry, readEntryLine } from '../disk/entry-line.ts'
import {
  leafOfLine,
  linesOf,
  lineText,
  readSegment,
  type SegmentBytes,
  type SegmentLine,
} from '../disk/segment-lines.ts'
import { listSegments, type SegmentName, segmentFile } from '../disk/segment-name.ts'
import { tileReader } from '../disk/tile-reader.ts'
import { frontierFrom, rootOf } from '../merkle/frontier.ts'
import { type Hash, leafHash } from '../merkle/hash.ts'
import { consistencyProof, inclusionProof, verifyInclusion } from '../merkle/proof.ts'
import { type LinePlace, lineAt, notHere, type PlacedLine, placedLines } from './placed-lines.ts'

/** An entry with all that shows that it stands in the ledger: checked with `verifyInclusion` and the ledger's key alone. */
export interface ProvenEntry {
  readonly index: number
  /** The entry's line; its leaf hash is SHA-256(0x00 ‖ line). */
  readonly line: string
  readonly entry: LedgerEntry
  readonly proof: readonly Hash[]
  /** The signed checkpoint that the proof leads to. */
  readonly checkpoint: string
}

/** Reads a ledger's folder, or a copy, as it was last published; needs no server and no lease. */
export interface LedgerReader {
  readonly checkpoint: Checkpoint
  /** The checkpoint as it was signed. */
  readonly note: string
  /** `place` where it is known. Rejects with a RangeError where there is no such entry, and an Error where it does not fit the tree. */
  prove(index: number, place?: LinePlace): Promise<ProvenEntry>
  /** Every entry from `from` on, in order. Checked only where `verifyLedger` was asked before. */
  entries(from?: number): AsyncGenerator<{ readonly index: number; readonly record: LedgerEntry }>
  /** Likewise, each as the line that is hashed. */
  lines(from?: number): AsyncGenerator<{ readonly index: number; readonly line: string }>
  /** The lines after one whose place is known (null: from the first on), at the cost of those alone. */
  linesAfter(after: Omit<PlacedLine, 'line'> | null): AsyncGenerator<PlacedLine>
  inclusion(index: number): Promise<readonly Hash[]>
  /** Root of the tree when it had `size` entries. */
  rootAt(size: number): Promise<Hash>
  /** That what is published now goes on from the tree of `size` entries. */
  consistency(size: number): Promise<readonly Hash[]>
}

/** Rejects where nothing was published, or the checkpoint does not verify with this key. */
export const openReader = async (folder: string, key: NoteKey): Promise<LedgerReader> => {
  const note = await readFile(join(folder, 'checkpoint'), 'utf8')
  const checkpoint = readCheckpoint(note, key)
  if (typeof checkpoint === 'string')
    throw new Error(`The checkpoint of ${folder} is ${checkpoint}: do not believe it.`)
  const nodeAt = tileReader(folder, checkpoint.size)
  const readLine = lineReader(folder)
  const inclusion = (index: number): Promise<readonly Hash[]> => inclusionProof(index, checkpoint.size, nodeAt)
  return {
    checkpoint,
    note,
    inclusion,
    lines: (from = 0) => linesFrom(folder, from, checkpoint.size),
    entries: async function* (from = 0) {
      for await (const { index, line } of linesFrom(folder, from, checkpoint.size))
        yield { index, record: readEntryLine(line) }
    },
    consistency: (size) => consistencyProof(size, checkpoint.size, nodeAt),
    linesAfter: (after) => placedLines(folder, after, checkpoint.size),
    rootAt: async (size) => rootOf(await frontierFrom(size, nodeAt)),
    prove: async (index, place) => {
      const proof = await inclusion(index)
      const { line, leaf } = place ? hashed(await lineAt(folder, index, place)) : await readLine(index)
      if (!verifyInclusion({ index, size: checkpoint.size, leaf, root: checkpoint.root, proof }))
        throw new Error(`Entry ${index} is not the one that was signed, or its tiles are damaged: run verify.`)
      return { index, line, entry: readEntryLine(line), proof, checkpoint: note }
    },
  }
}

const hashed = (line: string): { readonly line: string; readonly leaf: Hash } => ({ line, leaf: leafHash(line) })

/** Keeps the segment it read last: what is asked for together mostly lies together. */
const lineReader = (folder: string) => {
  let kept: (SegmentBytes & { readonly name: SegmentName; readonly lines: readonly SegmentLine[] }) | null = null
  return async (index: number): Promise<{ readonly line: string; readonly leaf: Hash }> => {
    const { segments } = await listSegments(folder)
    const name = segments.findLast(({ first }) => first <= index)
    if (!name) throw notHere(index)
    const isThere = (lines: readonly SegmentLine[]): boolean => index - name.first < lines.length
    if (kept === null || segmentFile(folder, kept.name) !== segmentFile(folder, name) || !isThere(kept.lines)) {
      const content = await readSegment(segmentFile(folder, name))
      kept = { ...content, name, lines: [...linesOf(content)].filter(({ isCheckpoint }) => !isCheckpoint) }
    }
    const line = kept.lines[index - name.first]
    if (!line) throw notHere(index)
    return { line: lineText(kept, line), leaf: leafOfLine(kept, line) }
  }
}

async function* linesFrom(
  folder: string,
  from: number,
  size: number,
): AsyncGenerator<{ readonly index: number; readonly line: string }> {
  const { segments } = await listSegments(folder)
  for (const [at, name] of segments.entries()) {
    if ((segments[at + 1]?.first ?? size) <= from) continue
    const content = await readSegment(segmentFile(folder, name))
    let index = name.first
    for (const line of linesOf(content)) {
      if (line.isCheckpoint) continue
      if (index >= size) return
      if (index >= from) yield { index, line: lineText(content, line) }
      index++
    }
  }
}
