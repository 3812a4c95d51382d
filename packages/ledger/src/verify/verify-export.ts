import { z } from 'zod'
import { type Checkpoint, readCheckpoint } from '../checkpoint/checkpoint.ts'
import type { NoteKey } from '../checkpoint/note.ts'
import { hashOfText, leafHash } from '../merkle/hash.ts'
import { verifyInclusion } from '../merkle/proof.ts'

export interface ExportVerdict {
  readonly isWhole: boolean
  /** Entries that prove themselves. */
  readonly entries: number
  /** Sizes of the checkpoints that their proofs lead to, smallest and largest; null where there is none. */
  readonly under: readonly [number, number] | null
  /** By line, from 1; the first hundred. */
  readonly faults: readonly { readonly line: number; readonly sentence: string }[]
}

const provenLine = z.object({
  index: z.int().min(0),
  line: z.string().max(2 ** 20),
  /** A tree of 2^53 leaves is 53 levels high. */
  proof: z.array(z.string().max(44)).max(64),
  checkpoint: z.string().max(2 ** 14),
})

const faultsMax = 100
const lineLengthMax = 2 ** 22

/** Checks exported entries one by one: each line is an entry with its proof under a signed checkpoint, and needs nothing else. */
export const verifyExport = async (lines: AsyncIterable<string>, key: NoteKey): Promise<ExportVerdict> => {
  const known = new Map<string, ReturnType<typeof readCheckpoint>>()
  const faults: ExportVerdict['faults'][number][] = []
  const checkpointOf = (note: string): ReturnType<typeof readCheckpoint> => {
    const read = known.get(note) ?? readCheckpoint(note, key)
    if (known.size < 64) known.set(note, read)
    return read
  }
  let [number, entries, least, most] = [0, 0, Number.POSITIVE_INFINITY, 0]
  for await (const text of lines) {
    number++
    const verdict = verifyLine(text, checkpointOf)
    if (typeof verdict === 'string') {
      if (faults.length < faultsMax) faults.push({ line: number, sentence: verdict })
      continue
    }
    entries++
    least = Math.min(least, verdict.size)
    most = Math.max(most, verdict.size)
  }
  const under = entries === 0 ? null : ([least, most] as const)
  return { isWhole: faults.length === 0 && entries > 0, entries, under, faults }
}

const verifyLine = (text: string, checkpointOf: (note: string) => Checkpoint | string): Checkpoint | string => {
  const read = provenLine.safeParse(parsed(text))
  if (!read.success)
    return 'This is no exported entry: it was cut short, or is of another format. Export it again as NDJSON.'
  const { index, line, checkpoint: note } = read.data
  const checkpoint = checkpointOf(note)
  if (typeof checkpoint === 'string')
    return `The checkpoint of entry ${index} is ${checkpoint}: it was altered, or is not of this key.`
  const { size, root } = checkpoint
  const proof = read.data.proof.map(hashOfText)
  const isProven =
    proof.every((hash) => hash !== null) && verifyInclusion({ index, size, root, leaf: leafHash(line), proof })
  return isProven
    ? checkpoint
    : `Entry ${index} is not the one that was signed: it, its place or its proof was altered.`
}

const parsed = (text: string): unknown => {
  if (text.length > lineLengthMax) return null
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
