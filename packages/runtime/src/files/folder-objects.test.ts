import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { folderObjects } from './folder-objects.ts'
import { openFileStore } from './open-file-store.ts'
import { filesConformance } from './testing/files-conformance.ts'
import { bytesOf, digestOfBytes, piecesOf, sampleBytes } from './testing/sample-bytes.ts'

const root = mkdtempSync(join(tmpdir(), 'charter-files-'))
afterAll(() => rmSync(root, { recursive: true }))

let number = 0
filesConformance('A folder', async () => folderObjects(join(root, String(number++))))

const anything = { bytesMax: 100_000_000 }

test('what lies there is its own user’s alone', async () => {
  const folder = join(root, 'private')
  const store = openFileStore({ objects: folderObjects(folder), scope: '', nowMs: Date.now })
  await store.put(piecesOf(sampleBytes(100_000)), anything)
  await store.append(await store.begin(anything), 0, piecesOf(sampleBytes(10)))
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  expect(entries.length).toBeGreaterThan(8)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
  for (const entry of entries)
    expect(statSync(join(entry.parentPath, entry.name)).mode & 0o777, entry.name).toBe(entry.isFile() ? 0o600 : 0o700)
})

test('what a file holds is on disk before it has its name, and the name before anybody hears of it', async () => {
  const folder = join(root, 'synced')
  const objects = folderObjects(folder)
  const bytes = sampleBytes(100_000)
  const other = await open(join(folder, 'other'), 'w')
  const synced: unknown[] = []
  const sync = vi.spyOn(Object.getPrototypeOf(other) as FileHandle, 'sync').mockImplementation(async function (
    this: FileHandle,
  ) {
    const found = await this.stat()
    const isNamed = existsSync(join(folder, 'parts', 'a', '1'))
    synced.push(found.isDirectory() ? { isNamed, folder: found.ino } : { isNamed, bytes: found.size })
  })
  try {
    await objects.putNew('parts/a/1', [bytes])
  } finally {
    sync.mockRestore()
    await other.close()
  }
  expect(synced[0]).toEqual({ isNamed: false, bytes: bytes.length })
  expect(synced.at(-1)).toEqual({ isNamed: true, folder: statSync(join(folder, 'parts', 'a')).ino })
})

/** Null with the reason where this machine lets nobody make a disk of 4 MiB. */
const whyNoDisk = ((): string | null => {
  if (process.getuid?.() !== 0) return 'only root may mount a small disk'
  const folder = join(root, 'disk')
  mkdirSync(folder)
  const made = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder], { encoding: 'utf8' })
  return made.status === 0 ? null : `a small disk cannot be mounted here: ${made.stderr || made.error?.message}`
})()
afterAll(() => {
  if (whyNoDisk === null) spawnSync('umount', [join(root, 'disk')])
})

test.skipIf(whyNoDisk !== null)(
  `a full disk is said to be, and of what it did not take nothing is found${whyNoDisk === null ? '' : ` (skipped: ${whyNoDisk})`}`,
  async () => {
    const folder = join(root, 'disk', 'files')
    const store = openFileStore({ objects: folderObjects(folder), scope: '', partBytes: 1_048_576, nowMs: Date.now })
    const small = await store.put(piecesOf(sampleBytes(500_000)), anything)
    const id = await store.begin(anything)
    const large = sampleBytes(6_000_000, 2)
    await expect(store.append(id, 0, piecesOf(large))).rejects.toMatchObject({
      problem: { code: 'unavailable', detail: 'There is no room for more files. Make some, and send it again.' },
    })
    const offset = await store.offset(id)
    expect(offset % 1_048_576).toBe(0)
    await expect(store.put(piecesOf(large), anything)).rejects.toMatchObject({ problem: { code: 'unavailable' } })
    expect(await store.has(digestOfBytes(large))).toBe(false)
    expect((await bytesOf((await store.read(small.digest)).stream)).length).toBe(500_000)
    expect(readdirSync(join(folder, '.partial'))).toEqual([])
    // What came is still there, and giving it up makes room.
    expect(offset).toBeGreaterThan(0)
    await store.abandon(id)
    expect((await store.put(piecesOf(sampleBytes(2_000_000, 3)), anything)).size).toBe(2_000_000)
  },
)
