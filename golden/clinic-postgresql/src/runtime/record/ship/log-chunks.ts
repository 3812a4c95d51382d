import { open } from 'node:fs/promises'
import type { LogPlace } from '../seal-reader.ts'

/** Whole lines of a log, the last of them a seal. */
export interface LogChunk {
  readonly bytes: Buffer
  /** Where the next one begins in the file. */
  readonly end: number
}

/** As much as a ledger takes at once. */
const chunkBytesMax = 2 ** 21

/**
 * What stands from this byte on, where a seal ended, up to the last seal that fits in and ends before `upTo`; null where there
 * is none yet. Rejects where what one seal closes is too long.
 */
export const readChunk = async (file: string, from: number, upTo: number): Promise<LogChunk | null> => {
  const bytes = await readBytes(file, from, Math.min(upTo - from, chunkBytesMax))
  const last = sealsIn(bytes).at(-1)
  if (last) return { bytes: bytes.subarray(0, last.end), end: from + last.end }
  if (bytes.length === chunkBytesMax)
    throw new Error(`${file} has more than ${chunkBytesMax} bytes under one seal, and cannot be sent`)
  return null
}

/** The byte at which the seal of this place ends; null where the file has no such seal before `upTo`. */
export const offsetOf = async (file: string, { through, head }: LogPlace, upTo: number): Promise<number | null> => {
  if (head === '') return 0
  for (let from = 0; from < upTo; ) {
    const seals = sealsIn(await readBytes(file, from, Math.min(upTo - from, chunkBytesMax)))
    const found = seals.find((seal) => seal.through === through && seal.head === head)
    if (found) return from + found.end
    const last = seals.at(-1)
    if (!last || last.through > through) return null
    from += last.end
  }
  return null
}

const readBytes = async (file: string, from: number, length: number): Promise<Buffer> => {
  if (length <= 0) return Buffer.alloc(0)
  const handle = await open(file, 'r')
  try {
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.allocUnsafe(length), length, position: from })
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

interface SealAt extends LogPlace {
  /** The byte after its line. */
  readonly end: number
}

const sealStart = Buffer.from('\n{"seal":')
const newline = 10

/** Seals of whole lines, none of which is the first: that one is an entry, or names the log. */
const sealsIn = (bytes: Buffer): readonly SealAt[] => {
  const seals: SealAt[] = []
  for (let at = bytes.indexOf(sealStart); at >= 0; ) {
    const end = bytes.indexOf(newline, at + 1)
    if (end < 0) break
    const place = placeIn(bytes.toString('utf8', at + 1, end))
    if (place) seals.push({ ...place, end: end + 1 })
    at = bytes.indexOf(sealStart, end)
  }
  return seals
}

const placeIn = (line: string): LogPlace | null => {
  try {
    const { seal } = JSON.parse(line) as { readonly seal: LogPlace }
    return { through: seal.through, head: seal.head }
  } catch {
    return null
  }
}
