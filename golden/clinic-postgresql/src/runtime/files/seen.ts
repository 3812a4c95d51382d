import { createHash, type Hash } from 'node:crypto'
import { blockBytes } from './part-buffer.ts'

/** What is known of the bytes of a file so far. Node keeps the state of a hash in memory alone: whoever has none reads them again. */
export interface Seen {
  readonly bytes: number
  readonly hash: Hash
  /** The first 64 KiB. */
  readonly start: Buffer
}

export const nothingSeen = (): Seen => ({ bytes: 0, hash: createHash('sha256'), start: Buffer.alloc(0) })

/** With more bytes; `before` stays as it is. */
export const seenWith = (before: Seen, pieces: readonly Uint8Array[]): Seen => {
  const hash = before.hash.copy()
  let { bytes } = before
  for (const piece of pieces) {
    hash.update(piece)
    bytes += piece.length
  }
  return { bytes, hash, start: startWith(before.start, pieces) }
}

/** All of them, read again. */
export const seenIn = async (all: AsyncIterable<Uint8Array>): Promise<Seen> => {
  const { hash } = nothingSeen()
  let bytes = 0
  let start: Buffer = Buffer.alloc(0)
  for await (const piece of all) {
    hash.update(piece)
    bytes += piece.length
    start = startWith(start, [piece])
  }
  return { bytes, hash, start }
}

/** The first 64 KiB, as far as they are there. */
export const startWith = (start: Buffer, pieces: readonly Uint8Array[]): Buffer => {
  let left = blockBytes - start.length
  const more: Uint8Array[] = []
  for (const piece of pieces) {
    if (left === 0) break
    more.push(piece.subarray(0, left))
    left -= Math.min(left, piece.length)
  }
  return more.length === 0 ? start : Buffer.concat([start, ...more])
}

/** Whether enough is there to tell the kind before the file ends. */
export const isWholeStart = (start: Buffer): boolean => start.length === blockBytes

/** `sha256:` and 64 digits of hexadecimal. */
export const digestOf = ({ hash }: Seen): string => `sha256:${hash.copy().digest('hex')}`
