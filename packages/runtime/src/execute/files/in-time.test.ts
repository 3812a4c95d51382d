import { expect, test } from 'vitest'
import { inTime, leastBytes } from './in-time.ts'

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
      await new Promise((resolve) => setTimeout(resolve, 15))
      yield Buffer.alloc(leastBytes * 2)
    }
  }
  expect(await readAll(inTime(steady(), 30))).toBe(leastBytes * 10)
  expect(await readAll(inTime((async function* () {})(), 20))).toBe(0)
})
