import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Desk, openDesk } from '../testing/desk.ts'
import { archiveOf } from './archive-of.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'charter-archive-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** What `tar` makes of an archive: each file's path and text. */
const extracted = (archive: Uint8Array): Readonly<Record<string, string>> => {
  writeFileSync(join(folder, 'a.tar.gz'), archive)
  execFileSync('tar', ['-xzf', 'a.tar.gz'], { cwd: folder })
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'a.tar.gz')
    .map((entry) => join(entry.parentPath, entry.name))
  return Object.fromEntries(files.map((file) => [file.slice(folder.length + 1), readFileSync(file, 'utf8')]))
}

test('an archive is what tar reads, long names and empty files too, and the same files give the same bytes', async () => {
  const texts = {
    'charter.yaml': 'charter: 1\n',
    'empty.txt': '',
    'exactly.txt': 'x'.repeat(512),
    [`node/${'deep-'.repeat(15)}/${'long-'.repeat(20)}é.ts`]: 'export {}\n',
  }
  const files = Object.entries(texts).map(([path, text]) => ({ path, bytes: Buffer.from(text) }))
  expect(extracted(await archiveOf(files))).toEqual(texts)
  expect((await archiveOf(files)).equals(await archiveOf(files))).toBe(true)
})

test('the same files give the same bytes a year later', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    const files = [{ path: 'charter.yaml', bytes: Buffer.from('charter: 1\n') }]
    const before = await archiveOf(files)
    vi.setSystemTime(Date.now() + 365 * 86_400_000)
    expect((await archiveOf(files)).equals(before)).toBe(true)
  } finally {
    vi.useRealTimers()
  }
})

let desk: Desk

test('a release is read in one, by whoever may see it', async () => {
  desk = await openDesk()
  try {
    const id = await desk.release('One')
    const token = await desk.tokenOf('olga')
    const read = async (bearer: string): Promise<Response> =>
      fetch(`${desk.platform.url}/api/v1/releases/${id}/archive`, { headers: { authorization: `Bearer ${bearer}` } })
    const answer = await read(token)
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('content-disposition')]).toEqual([
      200,
      'application/gzip',
      expect.stringMatching(/^attachment; filename="[0-9a-f]{16}\.tar\.gz"$/),
    ])
    const files = extracted(Buffer.from(await answer.arrayBuffer()))
    const { parts } = (await desk.olga(`GET releases/${id}`)).body
    expect(Object.keys(files).sort()).toEqual(parts.map(({ path }: { readonly path: string }) => path))
    expect(files['charter.yaml']).toBe(desk.charterOf('One'))
    await desk.as('eve')('POST organisations', { id: 'rival', name: 'Rival' })
    expect((await read(await desk.tokenOf('eve'))).status).toBe(409)
  } finally {
    await desk.close()
  }
}, 60_000)
