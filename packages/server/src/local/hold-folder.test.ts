import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FolderHeld, holdFolder } from './hold-folder.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'charter-held-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a folder is held by one at a time, and is free once it lets go', () => {
  const letGo = holdFolder(folder)
  expect(() => holdFolder(folder)).toThrow(FolderHeld)
  letGo()
  holdFolder(folder)()
})

test('a folder is free once the process that held it was killed', async () => {
  const holder = `import { holdFolder } from ${JSON.stringify(new URL('hold-folder.ts', import.meta.url).href)}
    holdFolder(${JSON.stringify(folder)}); console.log('held'); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', holder], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  expect(() => holdFolder(folder)).toThrow(FolderHeld)
  child.kill('SIGKILL')
  await once(child, 'close')
  holdFolder(folder)()
})
