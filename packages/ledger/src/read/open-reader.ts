import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Checkpoint, readCheckpoint } from '../checkpoint/checkpoint.ts'
import type { NoteKey } from '../checkpoint/note.ts'
import { type LedgerEntry, readEntryLine } from '../disk/entry-line.ts'
import { leafOfLine, linesOf, lineText, readSegment } from '../disk/segment-lines.ts'
import { listSegments, segmentFile } from '../disk/segment-name.ts'
import { tileReader } from '../disk/tile-reader.ts'
import type { Hash } from '../merkle/hash.ts'
import { consistencyProof, inclusionProof, verifyInclusion } from '../merkle/proof.ts'

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
  /** Rejects with a RangeError where there is no such entry, and an Error where it does not fit the tree. */
  prove(index: number): Promise<ProvenEntry>
  /** Every entry from `from` on, in order. Checked only where `verifyLedger` was asked before. */
  entries(from?: number): AsyncGenerator<{ readonly index: number; readonly record: LedgerEntry }>
  inclusion(index: number): Promise<readonly Hash[]>
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
  const inclusion = (index: number): Promise<readonly Hash[]> => inclusionProof(index, checkpoint.size, nodeAt)
  return {
    checkpoint,
    note,
    inclusion,
    entries: (from = 0) => entriesOf(folder, from, checkpoint.size),
    consistency: (size) => consistencyProof(size, checkpoint.size, nodeAt),
    prove: async (index) => {
      const proof = await inclusion(index)
      const { line, leaf } = await lineAt(folder, index)
      if (!verifyInclusion({ index, size: checkpoint.size, leaf, root: checkpoint.root, proof }))
        throw new Error(`Entry ${index} is not the one that was signed, or its tiles are damaged: run verify.`)
      return { index, line, entry: readEntryLine(line), proof, checkpoint: note }
    },
  }
}

const lineAt = async (folder: string, index: number): Promise<{ readonly line: string; readonly leaf: Hash }> => {
  const { segments } = await listSegments(folder)
  const name = segments.findLast(({ first }) => first <= index)
  if (!name) throw new RangeError(`No segment holds entry ${index}.`)
  const content = await readSegment(segmentFile(folder, name))
  let at = name.first
  for (const line of linesOf(content)) {
    if (line.isCheckpoint) continue
    if (at++ === index) return { line: lineText(content, line), leaf: leafOfLine(content, line) }
  }
  throw new RangeError(`The segment of entry ${index} ends before it.`)
}

async function* entriesOf(
  folder: string,
  from: number,
  size: number,
): AsyncGenerator<{ readonly index: number; readonly record: LedgerEntry }> {
  const { segments } = await listSegments(folder)
  for (const [at, name] of segments.entries()) {
    if ((segments[at + 1]?.first ?? size) <= from) continue
    const content = await readSegment(segmentFile(folder, name))
    let index = name.first
    for (const line of linesOf(content)) {
      if (line.isCheckpoint) continue
      if (index >= size) return
      if (index >= from) yield { index, record: readEntryLine(lineText(content, line)) }
      index++
    }
  }
}
