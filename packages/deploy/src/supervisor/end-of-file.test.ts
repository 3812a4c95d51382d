import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { endOfFile } from './end-of-file.ts'

test('of a file as long as nobody can hold its end is read, of a short one all of it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-end-'))
  const file = join(folder, 'log')
  try {
    writeFileSync(file, 'what it said')
    expect(endOfFile(file, 2000).toString()).toBe('what it said')
    expect(endOfFile(file, 4).toString()).toBe('said')
    truncateSync(file, 2 ** 40)
    expect(endOfFile(file, 4)).toEqual(Buffer.alloc(4))
  } finally {
    rmSync(folder, { recursive: true })
  }
})
