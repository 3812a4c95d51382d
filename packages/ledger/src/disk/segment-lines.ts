import { hash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import type { Hash } from '../merkle/hash.ts'

/** One line of a segment: where its bytes are, without the newline. */
export interface SegmentLine {
  readonly start: number
  readonly end: number
  readonly isCheckpoint: boolean
}

/** A segment's bytes behind one byte of our own, so that every line has a byte before it. */
export interface SegmentBytes {
  readonly bytes: Buffer
}

const newline = 10

/**
 * Whole into memory: segments are bounded (16 MiB and one commit), whatever the ledger's length. Into `spare` where it has
 * room, for who reads one after another and keeps none.
 */
export const readSegment = async (file: string, spare?: Buffer): Promise<SegmentBytes> => {
  const handle = await open(file, 'r')
  try {
    const { size } = await handle.stat()
    const bytes = spare && spare.length > size ? spare.subarray(0, size + 1) : Buffer.allocUnsafe(size + 1)
    return await fill(handle, bytes, 0)
  } finally {
    await handle.close()
  }
}

/** `bytesMax` bytes of a segment from byte `start` on, or what is there of them. */
export const readSegmentPart = async (file: string, start: number, bytesMax: number): Promise<SegmentBytes> => {
  const handle = await open(file, 'r')
  try {
    const there = Math.max(0, (await handle.stat()).size - start)
    return await fill(handle, Buffer.allocUnsafe(Math.min(there, bytesMax) + 1), start)
  } finally {
    await handle.close()
  }
}

const fill = async (handle: FileHandle, bytes: Buffer, start: number): Promise<SegmentBytes> => {
  let filled = 1
  while (filled < bytes.length) {
    const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, start + filled - 1)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  bytes[0] = newline
  return { bytes: bytes.subarray(0, filled) }
}

const checkpointStart = Buffer.from('{"checkpoint":')

/** Every line that ends in a newline; what is after the last one was cut short and is not given. */
export function* linesOf({ bytes }: SegmentBytes): Generator<SegmentLine> {
  for (let start = 1; ; ) {
    const end = bytes.indexOf(newline, start)
    if (end < 0) return
    const isCheckpoint = bytes[start + 2] === 0x63 && bytes.subarray(start, start + 14).equals(checkpointStart)
    yield { start, end, isCheckpoint }
    start = end + 1
  }
}

export const lineText = ({ bytes }: SegmentBytes, { start, end }: SegmentLine): string =>
  bytes.toString('utf8', start, end)

/** Leaf hash of a line as it lies there. The byte before it takes the 0x00 meanwhile, which spares a copy of the line. */
export const leafOfLine = ({ bytes }: SegmentBytes, { start, end }: SegmentLine): Hash => {
  const before = bytes[start - 1] ?? newline
  bytes[start - 1] = 0
  const leaf = hash('sha256', bytes.subarray(start - 1, end), 'binary')
  bytes[start - 1] = before
  return leaf
}
