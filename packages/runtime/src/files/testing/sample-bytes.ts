import { createHash } from 'node:crypto'

/** Bytes that look random, the same for the same seed; none of a kind that is known. */
export const sampleBytes = (length: number, seed = 1): Buffer => {
  const bytes = Buffer.alloc(length)
  for (let at = 0, number = 0; at < length; number++) {
    const block = createHash('sha512').update(`${seed}:${number}`).digest()
    at += block.copy(bytes, at)
  }
  if (length > 0) bytes[0] = 1
  return bytes
}

export const digestOfBytes = (bytes: Uint8Array): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`

/** Comes in pieces of these lengths over and over; breaks after it all where that is asked for. */
export async function* piecesOf(
  bytes: Uint8Array,
  lengths: readonly number[] = [40_000],
  broken?: Error,
): AsyncGenerator<Uint8Array, void> {
  for (let at = 0, number = 0; at < bytes.length; number++) {
    const length = lengths[number % lengths.length] ?? 1
    yield bytes.subarray(at, at + length)
    at += length
  }
  if (broken) throw broken
}

export const bytesOf = async (stream: AsyncIterable<Uint8Array>): Promise<Buffer> => {
  const pieces: Uint8Array[] = []
  for await (const piece of stream) pieces.push(piece)
  return Buffer.concat(pieces)
}
