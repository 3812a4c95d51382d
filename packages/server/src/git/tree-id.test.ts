import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { treeId } from './tree-id.ts'

test('a tree has the id that git gives it, in either format of ids', () => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-tree-'))
  try {
    const files = ['a.b', 'a/b/c', 'a/b.c', 'a-b', 'a0', 'ä/é', 'z', 'B/empty'].map((path) => ({
      path,
      bytes: Buffer.from(path.includes('empty') ? '' : path),
    }))
    for (const format of ['sha1', 'sha256']) {
      const place = join(folder, format)
      const git = (...args: readonly string[]): string =>
        execFileSync('git', ['-C', place, ...args], { encoding: 'utf8' })
      mkdirSync(place)
      git('init', '--quiet', `--object-format=${format}`)
      for (const { path, bytes } of files) {
        mkdirSync(dirname(join(place, path)), { recursive: true })
        writeFileSync(join(place, path), bytes)
      }
      git('add', '.')
      const id = git('write-tree').trim()
      expect(treeId(files, id)).toBe(id)
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
})
