import { execFileSync } from 'node:child_process'
import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { diskBytesIn } from './disk-bytes.ts'

test('counted is what a folder takes of its disk: not holes, not links, one file once, and each file something', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-disk-'))
  try {
    const inside = join(folder, 'data', 'deep')
    mkdirSync(inside, { recursive: true })
    writeFileSync(join(inside, 'mebibyte'), Buffer.alloc(2 ** 20, 1))
    linkSync(join(inside, 'mebibyte'), join(inside, 'again'))
    writeFileSync(join(folder, 'outside'), Buffer.alloc(2 ** 22, 1))
    symlinkSync(folder, join(inside, 'up'))
    writeFileSync(join(inside, 'hole'), '')
    truncateSync(join(inside, 'hole'), 2 ** 32)
    const bytes = await diskBytesIn(join(folder, 'data'), 2 ** 30)
    expect(bytes).toBeGreaterThanOrEqual(2 ** 20)
    expect(bytes).toBeLessThan(2 ** 20 + 100_000)
    for (let file = 0; file < 200; file++) writeFileSync(join(folder, 'data', String(file)), '')
    expect(await diskBytesIn(join(folder, 'data'), 2 ** 30)).toBeGreaterThanOrEqual(bytes + 200 * 1024)
    expect(await diskBytesIn(join(folder, 'gone'), 2 ** 30)).toBe(0)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('what cannot be looked into is as much as there may be, and more', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-disk-'))
  try {
    // Deeper than a path may be long: made a step at a time, as a service can.
    execFileSync('perl', ['-e', 'for (1..30) { mkdir "x" x 200; chdir "x" x 200 or die }'], { cwd: folder })
    expect(await diskBytesIn(folder, 2 ** 30)).toBe(Number.POSITIVE_INFINITY)
  } finally {
    execFileSync('rm', ['-rf', folder])
  }
})
