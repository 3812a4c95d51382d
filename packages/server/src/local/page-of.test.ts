import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pageOf } from './page-of.ts'

const line = '{"pageUrl":"http://127.2.0.1:8080/?secret=0123456789abcdef"}\n'

test('of a log only the end is read, however long its service made it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-page-'))
  try {
    const log = join(folder, 'service.log')
    writeFileSync(log, line)
    expect(pageOf(log, 'http://127.0.0.1:8100')).toBe('http://127.0.0.1:8100/?secret=0123456789abcdef')
    // Longer than what Node reads of a file at once (2 GiB): it holds no bytes on the disk.
    truncateSync(log, 3 * 2 ** 30)
    expect(pageOf(log, 'http://127.0.0.1:8100')).toBe(undefined)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
