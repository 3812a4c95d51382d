import { createSecretKey, randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ProblemError } from '../problem/problem.ts'
import { blockBytes } from './part-buffer.ts'
import { bytesWithin, openPart, type SealedPlace, sealedBytes, sealPart } from './sealed-part.ts'
import { bytesOf, sampleBytes } from './testing/sample-bytes.ts'

const place: SealedPlace = { key: createSecretKey(randomBytes(32)), upload: 'an-upload', offset: 0 }

const blocksOf = (bytes: Buffer): readonly Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / blockBytes) }, (_, at) => bytes.subarray(at * blockBytes, (at + 1) * blockBytes)) // biome-ignore format: one list

const sealed = (bytes: Buffer, at: SealedPlace = place): Buffer => Buffer.concat(sealPart(at, blocksOf(bytes)))

const opened = (
  from: Buffer,
  length: number,
  range = { from: 0, to: length },
  at: SealedPlace = place,
): Promise<Buffer> =>
  bytesOf(
    openPart(at, length, range, async function* (asked) {
      // Comes in pieces that no segment ends with.
      for (let byte = asked.from; byte < Math.min(asked.to, from.length); byte += 50_001)
        yield from.subarray(byte, Math.min(byte + 50_001, asked.to))
    }),
  )

const isRefused = async (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => false,
    (error: unknown) => error instanceof ProblemError && error.problem.code === 'internal',
  )

const salt = 32
const segment = blockBytes + 16
const three = sampleBytes(3 * blockBytes)

test('any range of any part opens to the bytes that were sealed, and lengths are told both ways', async () => {
  const part = fc.integer({ min: 1, max: 200_000 }).chain((length) =>
    fc.record({
      length: fc.constant(length),
      from: fc.integer({ min: 0, max: length - 1 }),
      more: fc.integer({ min: 1, max: length }),
    }),
  )
  await fc.assert(
    fc.asyncProperty(part, async ({ length, from, more }) => {
      const bytes = sampleBytes(length)
      const to = Math.min(length, from + more)
      const kept = sealed(bytes)
      expect(kept.length).toBe(sealedBytes(length))
      expect(bytesWithin(kept.length)).toBe(length)
      expect((await opened(kept, length, { from, to })).equals(bytes.subarray(from, to))).toBe(true)
    }),
    { numRuns: 60 },
  )
  for (const none of [0, 31, 32, 33, 48, salt + segment + 1, salt + segment + 16]) expect(bytesWithin(none)).toBeNull()
})

test('the same bytes are never sealed alike', () => {
  expect(sealed(three).equals(sealed(three))).toBe(false)
})

test('a part that is cut does not open, wherever and whatever length is claimed for it', async () => {
  const kept = sealed(three)
  for (const length of [0, 31, salt, salt + 1, salt + 16, salt + segment, salt + 2 * segment, kept.length - 1])
    expect(await isRefused(opened(kept.subarray(0, length), three.length)), `${length}`).toBe(true)
  for (const blocks of [1, 2])
    expect(await isRefused(opened(kept.subarray(0, salt + blocks * segment), blocks * blockBytes))).toBe(true)
})

test('segments that are reordered, repeated or dropped do not open', async () => {
  const kept = sealed(three)
  const at = (number: number) => kept.subarray(salt + number * segment, salt + (number + 1) * segment)
  for (const order of [[1, 0, 2], [0, 0, 2], [0, 2, 1], [0, 1, 1], [2, 1, 0], [0, 1, 0]]) // biome-ignore format: one list
    expect(await isRefused(opened(Buffer.concat([kept.subarray(0, salt), ...order.map(at)]), three.length))).toBe(true)
  expect(await isRefused(opened(Buffer.concat([kept.subarray(0, salt), at(0), at(2)]), 2 * blockBytes))).toBe(true)
  expect(await isRefused(opened(Buffer.concat([kept, at(2)]), 4 * blockBytes))).toBe(true)
})

test('a segment of another file, of another part, or of the same bytes sealed again does not open here', async () => {
  const kept = sealed(three)
  const others: readonly SealedPlace[] = [
    { ...place, key: createSecretKey(randomBytes(32)) },
    { ...place, upload: 'another-upload' },
    { ...place, offset: three.length },
    place,
  ]
  for (const other of others) {
    const theirs = sealed(three, other)
    const mixed = Buffer.concat([kept.subarray(0, salt + segment), theirs.subarray(salt + segment)])
    expect(await isRefused(opened(mixed, three.length))).toBe(true)
    if (other !== place) expect(await isRefused(opened(theirs, three.length))).toBe(true)
  }
})

test('no bit of a part may be another', async () => {
  const bytes = sampleBytes(blockBytes + 10)
  const kept = sealed(bytes)
  const bits = fc.integer({ min: 0, max: kept.length * 8 - 1 })
  await fc.assert(
    fc.asyncProperty(bits, async (bit) => {
      const altered = Buffer.from(kept)
      altered[bit >> 3] = (altered[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(await isRefused(opened(altered, bytes.length))).toBe(true)
    }),
    { numRuns: 60 },
  )
})

test('no byte of a segment is given out before its tag is found right', async () => {
  const kept = sealed(three)
  kept[salt + 2 * segment + 5] = (kept[salt + 2 * segment + 5] ?? 0) ^ 1
  const given: Buffer[] = []
  const reading = async () => {
    for await (const piece of openPart(place, three.length, { from: 0, to: three.length }, async function* (asked) {
      yield kept.subarray(asked.from, asked.to)
    }))
      given.push(Buffer.from(piece))
  }
  expect(await isRefused(reading())).toBe(true)
  expect(Buffer.concat(given).equals(three.subarray(0, 2 * blockBytes))).toBe(true)
})
