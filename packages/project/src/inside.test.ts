import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { undoEdit } from './edit/apply-edit.ts'
import { applyChanges, finishChanges } from './generation/journal.ts'
import { writeTree } from './generation/write-tree.ts'
import { dataFolderOf, isInside, namesIn, PathRefused, placeIn, readTextIn, removeIn, writeIn } from './inside.ts'
import { loadCharter } from './load.ts'
import { prepareProject } from './prepare.ts'

let root: string
let folder: string
let outside: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'charter-inside-'))
  folder = join(root, 'project')
  outside = join(root, 'outside')
  for (const each of [folder, outside]) mkdirSync(each)
  writeFileSync(join(outside, 'precious'), 'mine')
})
afterEach(() => {
  expect(readFileSync(join(outside, 'precious'), 'utf8')).toBe('mine')
  expect(readdirSync(outside)).toEqual(['precious'])
  rmSync(root, { recursive: true })
})

const put = (path: string, text: string): void => {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), text)
}
const generated = (path: string) => [{ path, text: 'generated\n', owner: 'shared' as const }]
const charter =
  'charter: 1\nname: a\nserves: [rest]\nsources: { main: { own: sqlite } }\naccess: { accepts: [jwt], roles: [] }\n'

test('a path is what its letters say, below its folder', () => {
  for (const path of ['a', 'a/b.c', '.charter/manifest.json', '..a/b', 'git/x', '.gitignore', '.github/x'])
    expect(isInside(path), path).toBe(true)
  for (const path of ['', '/etc/passwd', '../a', 'a/../../b', 'a\\..\\b', 'C:\\a', 'c:/a', 'a\u0000b', 'a\nb'])
    expect(isInside(path), path).toBe(false)
  for (const path of ['.git/hooks/post-commit', 'a/.GIT/config', 'git~1/config', '.git ./x', 'x'.repeat(256)])
    expect(isInside(path), path).toBe(false)
})

test('links that lead out, or nowhere, and what is no file are refused; links that stay are not', () => {
  symlinkSync(outside, join(folder, 'src'))
  symlinkSync(join(outside, 'precious'), join(folder, 'file'))
  symlinkSync(join(outside, 'none'), join(folder, 'nowhere'))
  put('real/a', 'text')
  symlinkSync('real', join(folder, 'near'))
  execFileSync('mkfifo', [join(folder, 'pipe')])
  for (const path of ['src/new', 'src/precious', 'file', 'nowhere', 'nowhere/x', 'pipe']) {
    expect(() => placeIn(folder, path), path).toThrow(PathRefused)
    expect(() => writeIn(folder, path, 'x'), path).toThrow(PathRefused)
    expect(() => readTextIn(folder, path), path).toThrow(PathRefused)
    expect(() => removeIn(folder, path), path).toThrow(PathRefused)
  }
  expect(() => namesIn(folder, 'src')).toThrow(
    /leads out of the folder\. Put what it means in its place, then try again/,
  )
  expect(readTextIn(folder, 'near/a')).toBe('text')
  expect(readTextIn(folder, 'none')).toBeNull()
  expect(() => readTextIn(folder, 'real/a', 3)).toThrow('has more than 3 bytes')
  expect(() => readTextIn(folder, 'real')).toThrow('is no file')
})

test('a write that fails leaves nothing beside the file, and what a killed one left is taken away later', () => {
  mkdirSync(join(folder, 'a', 'full'), { recursive: true })
  expect(() => writeIn(folder, 'a', 'x')).toThrow()
  expect(readdirSync(folder)).toEqual(['a'])
  put('b.charter-0a1b2c3d', 'left')
  put('b.charter-now00000', 'of somebody')
  put('b.charter-11111111', 'under way')
  const before = new Date(Date.now() - 3_600_000)
  for (const name of ['b.charter-0a1b2c3d', 'b.charter-now00000']) utimesSync(join(folder, name), before, before)
  writeIn(folder, 'b', 'text')
  expect(readdirSync(folder)).toEqual(['a', 'b', 'b.charter-11111111', 'b.charter-now00000'])
})

test.each([
  ['writes outside', [{ path: '../outside/new', staged: '0', was: null }]],
  ['deletes outside', [{ path: '../outside/precious', staged: null, was: 'x'.repeat(64) }]],
  ['deletes by an absolute path', [{ path: '/etc/passwd', staged: null, was: null }]],
  ['takes what it stages from outside', [{ path: 'a', staged: '../../../outside/precious', was: null }]],
  ['writes what git runs', [{ path: '.git/hooks/post-commit', staged: '0', was: null }]],
  [
    'writes through a link',
    [
      { path: 'kept', staged: null, was: null },
      { path: 'src/new', staged: '0', was: null },
    ],
  ],
  ['is no journal', { path: 'a' }],
])('a journal that came with a repository and %s is refused, and nothing of it is done', async (_, steps) => {
  symlinkSync(outside, join(folder, 'src'))
  put('kept', 'kept')
  put('.charter/pending/0', 'staged')
  put('.charter/pending/journal.json', JSON.stringify(steps))
  await expect(finishChanges(folder)).rejects.toBeInstanceOf(PathRefused)
  await expect(writeTree(folder, generated('b'))).rejects.toBeInstanceOf(PathRefused)
  expect(existsSync(join(folder, 'kept'))).toBe(true)
  expect(existsSync(join(folder, '.git'))).toBe(false)
  expect(existsSync(join(folder, 'b'))).toBe(false)
})

test.each(['src', '.charter', '.charter/pending', '.charter/baseline'])(
  'nothing is generated through %s that is a link out of the folder',
  async (name) => {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    symlinkSync(outside, join(folder, name))
    await expect(writeTree(folder, generated('src/a.ts'))).rejects.toBeInstanceOf(PathRefused)
    await expect(applyChanges(folder, [{ path: `${name}/a`, content: 'x' }])).rejects.toBeInstanceOf(PathRefused)
  },
)

test('a charter, its parts, its lock and its last edit are not read from outside, nor put there', async () => {
  put('charter.yaml', charter)
  symlinkSync(outside, join(folder, 'entities'))
  await expect(loadCharter(folder)).rejects.toBeInstanceOf(PathRefused)
  rmSync(join(folder, 'entities'))
  symlinkSync(join(outside, 'precious'), join(folder, 'charter.lock'))
  await expect(loadCharter(folder)).rejects.toBeInstanceOf(PathRefused)
  rmSync(join(folder, 'charter.lock'))
  put(
    '.charter/previous-edit.json',
    JSON.stringify({ words: 'x', files: { '../outside/precious': 'gone' }, digestAfter: '' }),
  )
  await expect(undoEdit(folder)).rejects.toThrow('previous-edit.json is none that Charter wrote')
})

test('a project whose data folder leads out of it gets no keys and no database there', async () => {
  put('charter.yaml', charter)
  put('.charter/x', '')
  symlinkSync(outside, join(folder, '.charter', 'data'))
  expect(() => dataFolderOf(folder)).toThrow(PathRefused)
  await expect(prepareProject({ input: folder, within: root })).rejects.toThrow()
})
