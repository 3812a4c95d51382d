import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** A segment: the file of entries from `first` on, written under the lease of `term`. */
export interface SegmentName {
  readonly first: number
  readonly term: number
}

export const segmentFolder = (folder: string): string => join(folder, 'segments')

export const segmentFile = (folder: string, { first, term }: SegmentName): string =>
  join(segmentFolder(folder), `${String(first).padStart(15, '0')}.${String(term).padStart(6, '0')}.ndjson`)

export interface SegmentList {
  /** In order. */
  readonly segments: readonly SegmentName[]
  /** Left by a writer that had lost its lease: nothing in them was ever acknowledged. */
  readonly stray: readonly SegmentName[]
}

/**
 * The segments of a ledger. Terms never fall along a log: a file of a lower term than the one before it, or than another
 * of the same first entry, was made by a writer that had been replaced without knowing.
 */
export const listSegments = async (folder: string): Promise<SegmentList> => {
  const names = (await readdir(segmentFolder(folder)).catch(noFolder))
    .map((name) => /^(\d{15,})\.(\d{6,})\.ndjson$/.exec(name))
    .filter((match) => match !== null)
    .map(([, first, term]) => ({ first: Number(first), term: Number(term) }))
    .sort((a, b) => a.first - b.first || b.term - a.term)
  const segments: SegmentName[] = []
  const stray: SegmentName[] = []
  for (const name of names) {
    const before = segments.at(-1)
    const isStray = before !== undefined && (before.first === name.first || name.term < before.term)
    ;(isStray ? stray : segments).push(name)
  }
  return { segments, stray }
}

const noFolder = (error: NodeJS.ErrnoException): string[] => {
  if (error.code === 'ENOENT') return []
  throw error
}
