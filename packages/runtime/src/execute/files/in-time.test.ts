import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inTime, leastBytes, takenInTime } from './in-time.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
/** A piece of so many bytes after each of these whiles. */
const sent = async function* (pieces: readonly (readonly [ms: number, bytes: number])[]) {
  for (const [ms, bytes] of pieces) {
    await wait(ms)
    yield Buffer.alloc(bytes)
  }
}
/** How many bytes come of it, stored in so many milliseconds each piece; `timeout` where they are given up. */
const read = async (bytes: AsyncIterable<Uint8Array>, storingMs = 0): Promise<number | string> => {
  let length = 0
  const reading = (async () => {
    for await (const piece of inTime(bytes, 1000)) {
      await wait(storingMs)
      length += piece.length
    }
    return length
  })().catch((error: unknown) => (error as { problem: { code: string } }).problem.code)
  await vi.runAllTimersAsync()
  return reading
}
const times = <Piece>(count: number, piece: Piece): readonly Piece[] => Array.from({ length: count }, () => piece)

test('bytes that come too slowly are given up, whoever sends them', async () => {
  const silent = async function* () {
    yield Buffer.from('a')
    await new Promise(() => {})
  }
  expect(await read(silent())).toBe('timeout')
  expect(await read(sent(times(20, [100, leastBytes / 16])))).toBe('timeout')
  expect(await read(sent([[1001, leastBytes]]))).toBe('timeout')
})

test('those that come fast enough, and those that end, are given as they are', async () => {
  expect(await read(sent(times(5, [900, leastBytes])))).toBe(5 * leastBytes)
  expect(await read(sent(times(20, [90, leastBytes / 8])))).toBe(2.5 * leastBytes)
  expect(await read(sent([]))).toBe(0)
})

test('the time that storing them takes is not counted', async () => {
  expect(await read(sent(times(5, [10, leastBytes])), 60_000)).toBe(5 * leastBytes)
  expect(await read(sent(times(20, [10, leastBytes / 8])), 900)).toBe(2.5 * leastBytes)
  // Nor does it make up for a sender who is too slow.
  expect(await read(sent(times(20, [100, leastBytes / 16])), 60_000)).toBe('timeout')
})

test('bytes that are taken too slowly are given up, and closed, whoever takes them', async () => {
  vi.useRealTimers()
  let isClosed = false
  const endless = async function* () {
    try {
      for (;;) yield Buffer.alloc(leastBytes)
    } finally {
      isClosed = true
    }
  }
  const taken = takenInTime(Readable.from(endless(), { objectMode: false }), 20)
  const failed = vi.fn()
  taken.on('error', failed)
  await vi.waitFor(() => expect(isClosed).toBe(true), 30_000)
  expect(failed.mock.calls).toMatchObject([[{ problem: { code: 'timeout' } }]])
})

test('those that are taken fast enough are given as they are, and who has left is waited for no longer', async () => {
  vi.useRealTimers()
  const pieces = Array.from({ length: 12 }, (_, at) => Buffer.alloc(leastBytes, at))
  const read: Buffer[] = []
  for await (const piece of takenInTime(Readable.from(pieces, { objectMode: false }), 60)) {
    await wait(10)
    read.push(piece as Buffer)
  }
  expect(Buffer.concat(read).equals(Buffer.concat(pieces))).toBe(true)
  const left = Readable.from(pieces, { objectMode: false })
  takenInTime(left, 60_000).destroy()
  await vi.waitFor(() => expect(left.closed).toBe(true), 30_000)
})
