import { expect, test } from 'vitest'
import { keptPacked } from './kept-packed.ts'

/** What packs ten bytes once it is let, and says what it packs. */
const packer = () => {
  const [begun, lets]: [string[], (() => void)[]] = [[], []]
  const packOf = (digest: string) => (): Promise<Buffer> => {
    begun.push(digest)
    return new Promise((done) => lets.push(() => done(Buffer.alloc(10, digest))))
  }
  return { begun, packOf, letNext: () => lets.shift()?.() }
}

test('what many ask for is packed once, and one at a time', async () => {
  const { begun, packOf, letNext } = packer()
  const archives = keptPacked()
  const asked = ['a', 'b', 'a', 'b'].map((digest) => archives(digest, packOf(digest)))
  await expect.poll(() => begun).toEqual(['a'])
  letNext()
  await expect.poll(() => begun).toEqual(['a', 'b'])
  letNext()
  expect((await Promise.all(asked)).map(String)).toEqual(['a', 'b', 'a', 'b'].map((each) => each.repeat(10)))
  expect(String(await archives('a', packOf('a')))).toBe('a'.repeat(10))
  expect(begun).toEqual(['a', 'b'])
})

test('what nobody asked for the longest makes room, and what failed is packed anew', async () => {
  const packed: string[] = []
  const archives = keptPacked(25)
  const ask = (digest: string): Promise<Buffer> =>
    archives(digest, async () => {
      packed.push(digest)
      return Buffer.alloc(10)
    })
  for (const digest of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(digest)
  expect(packed).toEqual(['a', 'b', 'c', 'b'])
  await expect(archives('d', () => Promise.reject(new Error('no blob')))).rejects.toThrow('no blob')
  await ask('d')
  expect(packed.at(-1)).toBe('d')
})

test('who asks while too many wait is told to come again', async () => {
  const { packOf } = packer()
  const archives = keptPacked()
  for (let at = 0; at < 16; at++) void archives(`${at}`, packOf(`${at}`))
  await expect(archives('late', packOf('late'))).rejects.toMatchObject({ problem: { code: 'unavailable' } })
})
