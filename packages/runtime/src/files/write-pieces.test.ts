import { expect, test } from 'vitest'
import { writePieces } from './write-pieces.ts'

test.each([1, 2, 3, 4, 7, 100])('all is written, in order, where the system takes %i bytes at a time', async (most) => {
  const written: number[] = []
  const handle = {
    writev: async <Pieces extends readonly NodeJS.ArrayBufferView[]>(buffers: Pieces) => {
      const bytes = buffers.flatMap((each) => [...(each as unknown as Uint8Array)]).slice(0, most)
      written.push(...bytes)
      return { bytesWritten: bytes.length, buffers }
    },
  }
  await writePieces(
    handle,
    [[1, 2, 3], [], [4], [5, 6, 7, 8], []].map((each) => Uint8Array.from(each)),
  )
  expect(written).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
})
