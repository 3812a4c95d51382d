import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { ProblemError, problem } from '../problem/problem.ts'
import { fileDamaged } from './file-problems.ts'
import type { FoundFile } from './find-file.ts'
import type { ByteRange, ObjectStore } from './object-store.ts'
import { readParts } from './parts.ts'

/** A range of a file as a stream; read whole, its last bytes come once its digest is right. Throws `invalid-input`. */
export const readFile = (
  objects: ObjectStore,
  { upload, key, file }: FoundFile,
  asked: Partial<ByteRange> = {},
): Readable => {
  const range = rangeWithin(file.size, asked)
  const bytes = readParts(objects, { upload, key: key?.key ?? null }, file.parts, range)
  const isWhole = range.from === 0 && range.to === file.size
  return streamOf(isWhole ? verified(bytes, file.digest) : bytes)
}

export const streamOf = (bytes: AsyncIterable<Uint8Array>): Readable =>
  Readable.from(bytes, { objectMode: false, highWaterMark: streamBytes })

const streamBytes = 65_536

/** What of a range there is: one that ends past the end ends there, one that begins there is refused (RFC 9110, 14.1.2 and 15.5.17). */
export const rangeWithin = (size: number, { from = 0, to = size }: Partial<ByteRange>): ByteRange => {
  const isWithin = Number.isSafeInteger(from) && from >= 0 && from < size && to > from
  if (isWithin) return { from, to: Math.min(Math.floor(to), size) }
  if (size === 0 && from === 0) return { from: 0, to: 0 }
  throw new ProblemError(
    problem('invalid-input', { detail: `This file has ${size} bytes, none of them in that range.` }),
  )
}

async function* verified(bytes: AsyncIterable<Uint8Array>, digest: string): AsyncGenerator<Uint8Array, void> {
  const hash = createHash('sha256')
  let held: Uint8Array | null = null
  for await (const piece of bytes) {
    hash.update(piece)
    if (held) yield held
    held = piece
  }
  if (`sha256:${hash.digest('hex')}` !== digest) throw fileDamaged('A file has other bytes than its digest says.')
  if (held) yield held
}
