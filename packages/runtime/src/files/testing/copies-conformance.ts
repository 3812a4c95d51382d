import { expect, test } from 'vitest'
import type { FileStore } from '../file-store.ts'
import { type ObjectStore, wholeObject } from '../object-store.ts'
import { type FileStoreOptions, openFileStore } from '../open-file-store.ts'
import { bytesOf, piecesOf, sampleBytes } from './sample-bytes.ts'

const anything = { bytesMax: 10_000_000 }

/** A store with nothing in it, and where its objects lie. */
export interface OpenedStore {
  readonly objects: ObjectStore
  readonly options: FileStoreOptions
  readonly store: FileStore
  again(): FileStore
}

export const keysIn = async (
  objects: ObjectStore,
  prefixes = ['uploads/', 'parts/', 'files/'],
): Promise<readonly string[]> => {
  const keys: string[] = []
  for (const prefix of prefixes) for await (const { key } of objects.list(prefix)) keys.push(key)
  return keys
}

const contentOf = async (store: FileStore, digest: string): Promise<Buffer> =>
  bytesOf((await store.read(digest)).stream)

/** What is promised of the same bytes that come again, and of those that are removed. */
export const copiesConformance = (opened: () => Promise<OpenedStore>): void => {
  test('the same bytes are there once, however often and by whom they are sent again', async () => {
    const { store, objects, again } = await opened()
    const bytes = sampleBytes(200_000)
    const { digest } = await store.put(piecesOf(bytes), anything)
    const puts = Array.from({ length: 6 }, (_, at) => (at % 2 ? store : again()).put(piecesOf(bytes, [at + 5000]), anything)) // biome-ignore format: one line
    for (const file of await Promise.all(puts)) expect(file.digest).toBe(digest)
    expect((await contentOf(store, digest)).equals(bytes)).toBe(true)
    expect(await keysIn(objects, ['files/'])).toHaveLength(1)
    // Two parts, and the claim of whose they are.
    expect(await keysIn(objects, ['parts/'])).toHaveLength(3)
    expect(await keysIn(objects, ['uploads/'])).toEqual([])
  })

  test('those that many finish at the same moment are one file, which is removed with all that lies there of it', async () => {
    const { store, objects, again } = await opened()
    const bytes = sampleBytes(200_000)
    const puts = Array.from({ length: 6 }, (_, at) => (at % 2 ? store : again()).put(piecesOf(bytes, [at + 5000]), anything)) // biome-ignore format: one line
    const [{ digest } = { digest: '' }] = await Promise.all(puts)
    expect((await contentOf(store, digest)).equals(bytes)).toBe(true)
    const copies = await store.copies(digest)
    expect(copies.length).toBeGreaterThan(0)
    // Each is whole by itself.
    for (const copy of copies.slice(1)) {
      await store.remove(digest, [copy])
      expect((await contentOf(store, digest)).equals(bytes)).toBe(true)
    }
    await store.remove(digest)
    expect(await keysIn(objects)).toEqual([])
  })

  test('whatever a removal deletes, deleted once more and however late, is nothing of the same bytes that came since', async () => {
    const { store, objects, options } = await opened()
    const bytes = sampleBytes(200_000)
    const { digest } = await store.put(piecesOf(bytes), anything)
    const deleted: string[] = []
    const remove = async (key: string) => {
      deleted.push(key)
      await objects.remove(key)
    }
    const removing = openFileStore({ ...options, objects: { ...objects, remove } })
    const copies = await removing.copies(digest)
    await removing.remove(digest, copies)
    // The record, two parts, their claim, and what is there of an upload that ends.
    expect(deleted.length).toBeGreaterThan(4)
    await store.put(piecesOf(bytes), anything)
    for (const key of deleted) await objects.remove(key)
    expect((await contentOf(store, digest)).equals(bytes)).toBe(true)
    await removing.remove(digest, copies)
    expect((await contentOf(store, digest)).equals(bytes)).toBe(true)
    expect(await keysIn(objects, ['uploads/'])).toEqual([])
  })

  test('bytes of which something is gone are there again once they are sent again', async () => {
    const { store, objects } = await opened()
    const bytes = sampleBytes(300_000)
    const { digest } = await store.put(piecesOf(bytes), anything)
    const damages: readonly ((key: string) => Promise<unknown>)[] = [
      (key) => objects.remove(key),
      async (key) => {
        const was = (await wholeObject(objects, key, 1_000_000)) ?? Buffer.alloc(0)
        await objects.remove(key)
        await objects.putNew(key, [was.subarray(0, -1)])
      },
    ]
    for (const [at, under] of ['parts/', 'parts/', 'parts/', 'files/'].entries())
      for (const damage of damages) {
        const keys = (await keysIn(objects, [under])).filter((key) => !key.includes('/of-'))
        await damage(keys[Math.min(at, keys.length - 1)] ?? '')
        expect((await store.put(piecesOf(bytes), anything)).digest).toBe(digest)
        expect((await contentOf(store, digest)).equals(bytes), `${under} ${at}`).toBe(true)
        expect(await keysIn(objects, ['files/'])).toHaveLength(1)
      }
    await store.remove(digest)
    // A record that is gone tells nobody whose the parts were.
    expect(await keysIn(objects, ['files/', 'uploads/'])).toEqual([])
  })

  test('a file that is removed is gone, bytes and all, and may come again', async () => {
    const { store, objects } = await opened()
    const bytes = sampleBytes(2_000_000)
    const { digest } = await store.put(piecesOf(bytes), anything)
    await store.remove(digest)
    await store.remove(digest)
    expect(await store.has(digest)).toBe(false)
    expect(await keysIn(objects)).toEqual([])
    await store.put(piecesOf(bytes), anything)
    expect((await contentOf(store, digest)).equals(bytes)).toBe(true)
  })
}
