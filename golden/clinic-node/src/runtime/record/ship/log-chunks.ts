import { open } from 'node:fs/promises'
import type { LogPlace } from '../seal-reader.ts'
import { isSealedLine } from '../sealed-log.ts'

/** Whole lines of a log, the last of them a seal. */
export interface LogChunk {
  readonly bytes: Buffer
  /** Where the next one begins in the file. */
  readonly end: number
}

/** As much as a ledger takes at once. */
const chunkBytesMax = 2 ** 21

/** A log as far as it may be read. */
export interface ReadableLog {
  readonly file: string
  /** Bytes of it. */
  readonly upTo: number
  /** What a line says that is sealed at rest. */
  readonly open: (line: string) => Promise<readonly string[]>
}

/**
 * What stands from this byte on, where a seal ended, up to the last seal that fits in and ends before `upTo`, opened where it is sealed at
 * rest; null where there is none yet. Rejects where what one seal closes is too long, and as `open` does.
 */
export const readChunk = async (log: ReadableLog, from: number): Promise<LogChunk | null> => {
  const { file, upTo } = log
  const bytes = await readBytes(file, from, Math.min(upTo - from, chunkBytesMax))
  const stretches = await stretchesIn(bytes, log.open)
  const through = stretches.findLastIndex(({ seals }) => seals.length > 0)
  const last = stretches[through]?.seals.at(-1)
  if (last)
    return {
      bytes: Buffer.concat([
        ...stretches.slice(0, through).map((stretch) => stretch.bytes),
        stretches[through]?.bytes.subarray(0, last.within) ?? Buffer.alloc(0),
      ]),
      end: from + last.end,
    }
  if (bytes.length === chunkBytesMax)
    throw new Error(`${file} has more than ${chunkBytesMax} bytes under one seal, and cannot be sent`)
  return null
}

/** The byte at which the seal of this place ends; null where the file has no such seal before `upTo`. */
export const offsetOf = async (log: ReadableLog, { through, head }: LogPlace): Promise<number | null> => {
  if (head === '') return 0
  for (let from = 0; from < log.upTo; ) {
    const bytes = await readBytes(log.file, from, Math.min(log.upTo - from, chunkBytesMax))
    const seals = (await stretchesIn(bytes, log.open)).flatMap((stretch) => stretch.seals)
    const found = seals.find((seal) => seal.through === through && seal.head === head)
    if (found) return from + found.end
    const last = seals.at(-1)
    if (!last || last.through > through) return null
    from += last.end
  }
  return null
}

/** Lines that lie there as they are, or what one line that is sealed at rest says. */
interface Stretch {
  readonly bytes: Buffer
  readonly seals: readonly SealAt[]
}

const stretchesIn = async (bytes: Buffer, open: ReadableLog['open']): Promise<readonly Stretch[]> => {
  const stretches: Stretch[] = []
  for (let at = 0; at < bytes.length; ) {
    const next = sealedFrom(bytes, at)
    if (next > at) {
      const plain = bytes.subarray(at, next)
      stretches.push({ bytes: plain, seals: sealsIn(plain, at) })
      at = next
      continue
    }
    const end = bytes.indexOf(newline, at)
    // The rest is still to be read, or was never written.
    if (end < 0) break
    const lines = await open(bytes.toString('latin1', at, end)).catch((error: unknown) => {
      // What stands before it goes first.
      if (stretches.some(({ seals }) => seals.length > 0)) return null
      throw error
    })
    if (!lines) break
    const opened = Buffer.from(`${lines.join('\n')}\n`)
    // All of it is behind one line, and only its end can be gone on from.
    stretches.push({ bytes: opened, seals: sealsIn(opened, 0).map((seal) => ({ ...seal, end: end + 1 })) })
    at = end + 1
  }
  return stretches
}

const sealedStart = Buffer.from('\nc1.')

/** Where the next line that is sealed at rest begins, from where a line does; the end where there is none. */
const sealedFrom = (bytes: Buffer, at: number): number => {
  if (isSealedLine(bytes.toString('latin1', at, at + sealedStart.length))) return at
  const found = bytes.indexOf(sealedStart, at)
  return found < 0 ? bytes.length : found + 1
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
  /** The byte after its line, in the file. */
  readonly end: number
  /** The same in what it stands in. */
  readonly within: number
}

const sealStart = Buffer.from('\n{"seal":')
const newline = 10

/** Seals of whole lines, none of which is the first: that one is an entry, or names the log. */
const sealsIn = (bytes: Buffer, offset: number): readonly SealAt[] => {
  const seals: SealAt[] = []
  for (let at = bytes.indexOf(sealStart); at >= 0; ) {
    const end = bytes.indexOf(newline, at + 1)
    if (end < 0) break
    const place = placeIn(bytes.toString('utf8', at + 1, end))
    if (place) seals.push({ ...place, end: offset + end + 1, within: end + 1 })
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
