import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, expect, test } from 'vitest'
import { folderObjects } from './folder-objects.ts'
import { openFileStore } from './open-file-store.ts'
import { bytesOf, digestOfBytes } from './testing/sample-bytes.ts'

const folder = mkdtempSync(join(tmpdir(), 'charter-kill-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** What a process said that it had stored, and was about to remove, when it was killed after so many files. */
const killedAfter = async (stored: number, from: number): Promise<readonly string[]> => {
  const script = join(import.meta.dirname, 'testing', 'store-forever.ts')
  const child = spawn(process.execPath, [script, folder, String(from)], { stdio: ['ignore', 'pipe', 'inherit'] })
  const said: string[] = []
  for await (const line of createInterface(child.stdout)) {
    said.push(line)
    if (said.length === stored) child.kill('SIGKILL')
  }
  return said
}

const filesIn = (within: string): readonly string[] =>
  readdirSync(join(folder, within), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)

test('after kill -9 at any moment what was stored is there, what is found is whole, and sweeping leaves nothing else', async () => {
  const promised = new Set<string>()
  const removing = new Set<string>()
  for (let time = 0; time < 5; time++)
    for (const line of await killedAfter(7 + time * 3, 1 + time * 1000)) {
      const [word, digest = ''] = line.split(' ')
      if (word === 'stored') promised.add(digest)
      else removing.add(digest)
    }
  expect(promised.size).toBeGreaterThan(20)
  const nowMs = () => Date.now() + 86_400_000
  const store = openFileStore({ objects: folderObjects(folder), scope: '', partBytes: 65_536, nowMs })
  await store.sweep(1)
  for (const digest of promised) {
    if (removing.has(digest) && !(await store.has(digest))) continue
    expect(digestOfBytes(await bytesOf((await store.read(digest)).stream))).toBe(digest)
  }
  // Every record reads whole; nothing is there but records, their three parts and their claims.
  const found = filesIn('files').length
  expect(filesIn('parts')).toHaveLength(found * 4)
  expect(filesIn('uploads')).toEqual([])
  expect(filesIn('.partial')).toEqual([])
  for (const digest of promised) await store.remove(digest)
  expect(filesIn('files').length).toBeLessThan(found)
})
