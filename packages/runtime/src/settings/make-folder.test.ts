import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeFolder } from './make-folder.ts'

const root = mkdtempSync(join(tmpdir(), 'charter-make-folder-'))
afterAll(() => rmSync(root, { recursive: true }))

test('a folder is made with those above it, and one that is there is taken', () => {
  const folder = join(root, 'a', 'b', 'c')
  for (let time = 0; time < 2; time++) makeFolder(folder, 0o700)
  expect([folder, join(root, 'a')].map((each) => statSync(each).mode & 0o777)).toEqual([0o700, 0o700])
})

test('below a file none is made: the file is named', () => {
  writeFileSync(join(root, 'file'), '')
  expect(() => makeFolder(join(root, 'file'))).toThrow(expect.objectContaining({ path: join(root, 'file') }))
  expect(() => makeFolder(join(root, 'file', 'x', 'y'))).toThrow(expect.objectContaining({ path: join(root, 'file') }))
})

test.runIf(process.platform === 'linux')(
  'what takes no folders ends it: /proc answers that it is not there itself',
  () => {
    expect(() => makeFolder('/proc/charter/x')).toThrow(
      expect.objectContaining({ path: '/proc/charter', code: 'ENOENT' }),
    )
  },
)
