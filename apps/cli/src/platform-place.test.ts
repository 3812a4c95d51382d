import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { calledFolder } from './platform-place.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'charter-place-'))
  vi.stubEnv('XDG_DATA_HOME', root)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(root, { recursive: true })
})

const asking = (folder?: string) => ({ words: [], flag: () => false, text: () => folder, texts: () => [] })

const opened = (folder: string): string => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'address.json'), '{}')
  return folder
}

test('commands in a checkout ask the platform of npm start where one’s own was never opened, and no folder is said', () => {
  const own = join(root, 'charter', 'platform')
  expect(calledFolder(asking(), join(root, 'never-opened'))).toBe(own)
  const checkout = opened(join(root, 'checkout'))
  expect(calledFolder(asking(), checkout)).toBe(checkout)
  expect(calledFolder(asking('/elsewhere'), checkout)).toBe('/elsewhere')
  opened(own)
  expect(calledFolder(asking(), checkout)).toBe(own)
})
