import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { inTime, leastBytes, takenInTime } from './in-time.ts'

const readAll = async (bytes: AsyncIterable<Uint8Array>): Promise<number> => {
  let length = 0
  for await (const piece of bytes) length += piece.length
  return length
}

test('bytes that come too slowly are given up, whoever sends them', async () => {
  const slow = async function* () {
    yield Buffer.from('a')
    await new Promise(() => {})
  }
  await expect(readAll(inTime(slow(), 20))).rejects.toMatchObject({ problem: { code: 'timeout' } })
})

test('those that come fast enough, and those that end, are given as they are', async () => {
  const steady = async function* () {
    for (let at = 0; at < 5; at++) {
      await setTimeout(15)
      yield Buffer.alloc(leastBytes * 2)
    }
  }
  expect(await readAll(inTime(steady(), 30))).toBe(leastBytes * 10)
  expect(await readAll(inTime((async function* () {})(), 20))).toBe(0)
})

test('bytes that are taken too slowly are given up, and closed, whoever takes them', async () => {
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
  const pieces = Array.from({ length: 12 }, (_, at) => Buffer.alloc(leastBytes, at))
  const read: Buffer[] = []
  for await (const piece of takenInTime(Readable.from(pieces, { objectMode: false }), 60)) {
    await setTimeout(10)
    read.push(piece as Buffer)
  }
  expect(Buffer.concat(read).equals(Buffer.concat(pieces))).toBe(true)
  const left = Readable.from(pieces, { objectMode: false })
  takenInTime(left, 60_000).destroy()
  await vi.waitFor(() => expect(left.closed).toBe(true), 30_000)
})
