import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { fileName } from './file-name.ts'
import { folderObjects } from './folder-objects.ts'
import { type FileStoreOptions, openFileStore } from './open-file-store.ts'
import { bytesOf, digestOfBytes, piecesOf, sampleBytes } from './testing/sample-bytes.ts'
import { sampleSealing } from './testing/sample-keys.ts'

const root = mkdtempSync(join(tmpdir(), 'charter-sealed-'))
afterAll(() => rmSync(root, { recursive: true }))

let number = 0
const opened = (more: Pick<Partial<FileStoreOptions>, 'scope'> = {}) => {
  const folder = join(root, String(number++))
  const objects = folderObjects(folder)
  const sealing = sampleSealing()
  const options = { objects, scope: 'north', sealing, partBytes: 65_536, nowMs: Date.now, ...more }
  return { folder, options, store: openFileStore(options) }
}
const anything = { bytesMax: 1_000_000 }
const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
const recordsIn = (folder: string) => filesIn(folder).filter((file) => file.startsWith(join(folder, 'files')))
const damaged = expect.objectContaining({ problem: expect.objectContaining({ code: 'internal' }) })

test('who sees the store learns neither bytes, nor digest, nor kind, nor whose it is', async () => {
  const { folder, store } = opened({ scope: 'a-tenant-by-name' })
  const canary = Buffer.from(`%PDF-1.7 a canary ${'canary '.repeat(30_000)}`)
  const { digest, kind } = await store.put(piecesOf(canary), anything)
  expect(kind).toBe('application/pdf')
  const id = await store.begin(anything)
  await store.append(id, 0, piecesOf(canary))
  const hex = digest.slice('sha256:'.length)
  // What anybody could make of the digest and the scope without the secret.
  const guesses = [
    hex,
    Buffer.from(hex, 'hex').toString('base64url'),
    createHash('sha256').update(digest).digest('hex'),
    fileName('a-tenant-by-name', null, digest),
  ]
  for (const file of filesIn(folder)) {
    const said = `${file} ${readFileSync(file, 'latin1')}`.replaceAll('/', '')
    // No shorter words: three letters stand in one of forty such files by chance.
    for (const word of [
      'canary',
      'applicationpdf',
      'a-tenant-by-name',
      ...guesses,
      ...guesses.map((each) => each.slice(2)),
    ])
      expect(said.includes(word), `${word} in ${file}`).toBe(false)
  }
})

test('a record does not stand for another file, nor a plain one for a sealed one', async () => {
  const { folder, options, store } = opened()
  const [one, two] = [sampleBytes(100_000, 1), sampleBytes(100_000, 2)]
  await store.put(piecesOf(one), anything)
  const [first = ''] = recordsIn(folder)
  const { digest } = await store.put(piecesOf(two), anything)
  const second = recordsIn(folder).find((file) => file !== first) ?? ''
  const [own, others] = [readFileSync(second), readFileSync(first)]
  writeFileSync(second, others)
  await expect(store.read(digest)).rejects.toEqual(damaged)
  // The other's key and parts, and this one's record.
  writeFileSync(second, JSON.stringify({ ...JSON.parse(others.toString()), sealed: JSON.parse(own.toString()).sealed }))
  await expect(store.read(digest)).rejects.toEqual(damaged)
  const file = { digest, size: 0, kind: 'text/html', parts: [] }
  writeFileSync(second, JSON.stringify({ version: 1, file }))
  await expect(store.read(digest)).rejects.toEqual(damaged)
  writeFileSync(second, own)
  expect((await bytesOf((await store.read(digest)).stream)).equals(two)).toBe(true)

  const { sealing: _, ...plain } = options
  const unsealed = openFileStore({ ...plain, scope: 'plain' })
  const id = await unsealed.begin(anything)
  await expect(store.append(id, 0, piecesOf(one))).rejects.toThrow('There is no such upload')
})

test('a file of one tenant is not put before another by who may write to the store', async () => {
  const { folder, options, store } = opened()
  const bytes = sampleBytes(1000)
  const { digest } = await store.put(piecesOf(bytes), anything)
  const [record = ''] = recordsIn(folder)
  const theirs = fileName('south', options.sealing.secret, digest)
  const place = join(folder, 'files', theirs.slice(0, 2), theirs.slice(2))
  mkdirSync(place, { recursive: true })
  writeFileSync(join(place, basename(record)), readFileSync(record))
  await expect(openFileStore({ ...options, scope: 'south' }).read(digest)).rejects.toEqual(damaged)
})

test('a part does not stand for another one', async () => {
  const { folder, store } = opened()
  const bytes = sampleBytes(130_000)
  const { digest } = await store.put(piecesOf(bytes), anything)
  const [first = '', second = ''] = filesIn(join(folder, 'parts')).toSorted()
  const [one, two] = [readFileSync(first), readFileSync(second)]
  writeFileSync(first, two)
  writeFileSync(second, one)
  await expect(bytesOf((await store.read(digest)).stream)).rejects.toEqual(damaged)
  await expect(bytesOf((await store.read(digest, { from: 0, to: 1 })).stream)).rejects.toEqual(damaged)
})

test('an upload whose head lost its key is not gone on with in the clear', async () => {
  const { folder, store, options } = opened()
  const id = await store.begin(anything)
  const head = join(folder, 'uploads', id, 'head')
  const { wrapped: _, ...bare } = JSON.parse(readFileSync(head, 'utf8'))
  writeFileSync(head, JSON.stringify(bare))
  for (const each of [store, openFileStore(options)])
    await expect(each.append(id, 0, piecesOf(sampleBytes(10)))).rejects.toEqual(damaged)
})

test('while keys cannot be had files are neither taken nor given, but told, and removed', async () => {
  const { options, store } = opened()
  const bytes = sampleBytes(10)
  const { digest } = await store.put(piecesOf(bytes), anything)
  const down = { wrap: () => Promise.reject(new Error('down')), unwrap: () => Promise.reject(new Error('down')) }
  const without = openFileStore({ ...options, sealing: { ...options.sealing, keys: down } })
  const unavailable = expect.objectContaining({ problem: expect.objectContaining({ code: 'unavailable' }) })
  await expect(without.put(piecesOf(bytes), anything)).rejects.toEqual(unavailable)
  await expect(without.read(digest)).rejects.toEqual(unavailable)
  expect(await without.has(digestOfBytes(bytes))).toBe(true)
  await without.remove(digest)
  expect(await store.has(digest)).toBe(false)
})
