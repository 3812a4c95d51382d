import { createCipheriv, createDecipheriv, hkdfSync, type KeyObject, randomBytes } from 'node:crypto'
import { lengthPrefixed } from '../protect/length-prefixed.ts'
import { fileDamaged } from './file-problems.ts'
import type { ByteRange } from './object-store.ts'
import { blockBytes } from './part-buffer.ts'

/**
 * A part of a file as it is sealed: 32 random bytes, then segments of 64 KiB, each with its tag, the last one shorter. This is STREAM (Hoang,
 * Reyhanitabar, Rogaway, Vizár, "Online Authenticated-Encryption and its Nonce-Reuse Misuse-Resistance", CRYPTO 2015) as age does it
 * (c2sp.org/age, "Payload"), with AES-256-GCM: a key for each part by HKDF-SHA-256 (RFC 5869) from the file's key and the random bytes,
 * and a nonce of the segment's number, 11 bytes big-endian, and a byte that is 1 for the last. So segments can be read apart, and none can be
 * dropped, repeated, moved, or cut off. The upload's id and the part's offset go into the key: no part stands for another one.
 */
export interface SealedPlace {
  /** The file's own. */
  readonly key: KeyObject
  readonly upload: string
  /** Where the part begins in the file. */
  readonly offset: number
}

const saltBytes = 32
const tagBytes = 16
const sealedBlockBytes = blockBytes + tagBytes

/** How many bytes a part has as it is sealed. */
export const sealedBytes = (bytes: number): number => saltBytes + bytes + segmentsOf(bytes) * tagBytes

/** The other way round; null where no part is so long. */
export const bytesWithin = (sealed: number): number | null => {
  const bytes = sealed - saltBytes - Math.ceil((sealed - saltBytes) / sealedBlockBytes) * tagBytes
  return bytes > 0 && sealedBytes(bytes) === sealed ? bytes : null
}

/** `blocks`: 64 KiB each, the last may be shorter. */
export const sealPart = (place: SealedPlace, blocks: readonly Uint8Array[]): readonly Buffer[] => {
  const salt = randomBytes(saltBytes)
  const key = partKey(place, salt)
  const sealed = blocks.flatMap((block, segment) => {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(segment, blocks.length))
    return [cipher.update(block), cipher.final(), cipher.getAuthTag()]
  })
  return [salt, ...sealed]
}

/** What reads a range of the sealed bytes. */
export type ReadSealed = (range: ByteRange) => AsyncIterable<Uint8Array>

/** A range of a part of `bytes` bytes. Rejects with `internal` where it is not as it was sealed, before a byte of the segment is given. */
export async function* openPart(
  place: SealedPlace,
  bytes: number,
  { from, to }: ByteRange,
  read: ReadSealed,
): AsyncGenerator<Uint8Array, void> {
  const segments = segmentsOf(bytes)
  const first = Math.floor(from / blockBytes)
  const last = Math.ceil(to / blockBytes)
  const key = partKey(place, await saltIn(read({ from: 0, to: saltBytes })))
  const lengths = Array.from({ length: last - first }, (_, at) => segmentBytes(first + at, bytes) + tagBytes)
  const start = saltBytes + first * sealedBlockBytes
  const end = start + lengths.reduce((sum, each) => sum + each, 0)
  let segment = first
  for await (const sealed of segmentsIn(read({ from: start, to: end }), lengths)) {
    const plain = openSegment(key, nonceOf(segment, segments), sealed)
    const at = segment * blockBytes
    yield plain.subarray(Math.max(0, from - at), to - at)
    segment++
  }
}

const segmentsOf = (bytes: number): number => Math.ceil(bytes / blockBytes)
const segmentBytes = (segment: number, bytes: number): number => Math.min(blockBytes, bytes - segment * blockBytes)

const partKey = ({ key, upload, offset }: SealedPlace, salt: Uint8Array): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, lengthPrefixed(['charter file part', upload, String(offset)]), 32))

const nonceOf = (segment: number, segments: number): Buffer => {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(segment, 7)
  nonce[11] = segment === segments - 1 ? 1 : 0
  return nonce
}

const openSegment = (key: Buffer, nonce: Buffer, sealed: Buffer): Buffer => {
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  try {
    const opened = decipher.update(sealed.subarray(0, -tagBytes))
    // Nothing more comes; it throws where the tag is not the right one.
    decipher.final()
    return opened
  } catch {
    throw fileDamaged('A segment of a sealed file does not open.')
  }
}

const saltIn = async (pieces: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  for await (const salt of segmentsIn(pieces, [saltBytes])) return Buffer.from(salt)
  throw fileDamaged('A sealed file has no beginning.')
}

/** Bytes cut into segments of these lengths, each until the next is asked for. Rejects where they end early. */
async function* segmentsIn(
  pieces: AsyncIterable<Uint8Array>,
  lengths: readonly number[],
): AsyncGenerator<Buffer, void> {
  const buffer = Buffer.allocUnsafeSlow(Math.max(...lengths))
  let segment = 0
  let filled = 0
  for await (const piece of pieces)
    for (let at = 0; at < piece.length; ) {
      const length = lengths[segment]
      if (length === undefined) return
      const part = piece.subarray(at, at + length - filled)
      buffer.set(part, filled)
      filled += part.length
      at += part.length
      if (filled < length) continue
      yield buffer.subarray(0, length)
      segment++
      filled = 0
    }
  if (segment < lengths.length) throw fileDamaged('A sealed file ends early.')
}
