import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { open } from './testing/clinic.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'charter-private-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const modeOf = (path: string): number => statSync(path).mode & 0o777
/** What others may read of all that lies in a folder. */
const readable = (within: string): readonly string[] =>
  readdirSync(within, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.name.endsWith('.pub.pem'))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => (modeOf(path) & 0o077) !== 0)

test('a data folder, its database, keys and logs that others could read are the service’s alone once it has started', async () => {
  const data = join(folder, 'data')
  mkdirSync(data)
  const before = await open({ folder: data })
  await before.close()
  for (const path of readdirSync(data, { recursive: true, encoding: 'utf8' })) {
    const at = join(data, path)
    chmodSync(at, statSync(at).isDirectory() ? 0o755 : 0o644)
  }
  writeFileSync(join(data, 'service.db-wal'), '', { mode: 0o644 })
  chmodSync(data, 0o755)
  expect(readable(data).length).toBeGreaterThan(3)
  const again = await open({ folder: data, env: {} }).catch((error: unknown) => error)
  if (again instanceof Error) expect(String(again.cause ?? again)).toMatch(/UNIQUE|conflict|already/i)
  else await (again as Awaited<ReturnType<typeof open>>).close()
  expect(readable(data)).toEqual([])
  expect(modeOf(data)).toBe(0o700)
})

test('a new database is its owner’s alone from its first moment, whatever the folder', async () => {
  const shared = join(folder, 'shared')
  mkdirSync(shared, { mode: 0o755 })
  chmodSync(shared, 0o755)
  writeFileSync(join(shared, 'somebody.txt'), 'else', { mode: 0o644 })
  const opened = await open({ folder: shared })
  expect(readable(shared)).toEqual([join(shared, 'somebody.txt')])
  // What somebody else uses as well is not taken away.
  expect(modeOf(shared)).toBe(0o755)
  await opened.close()
})
