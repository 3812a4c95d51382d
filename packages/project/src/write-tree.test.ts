import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { GeneratedFile } from '@charter/charter'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeTree } from './write-tree.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'write-tree-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const machine = (path: string, text: string): GeneratedFile => ({ path, text, owner: 'machine' })
const person = (path: string, text: string): GeneratedFile => ({ path, text, owner: 'person' })
const at = (path: string): string => join(folder, path)
const read = (path: string): string => readFileSync(at(path), 'utf8')
const tree = [machine('src/a.ts', 'a1'), machine('src/b.ts', 'b1'), person('src/own.ts', 'own1')]

test('twice is no diff: nothing is written, not even touched', async () => {
  expect((await writeTree(folder, tree)).written).toEqual(['src/a.ts', 'src/b.ts', 'src/own.ts'])
  const times = ['src/a.ts', 'src/own.ts', '.charter/manifest.json'].map((path) => statSync(at(path)).mtimeMs)
  expect(await writeTree(folder, tree)).toEqual({ written: [], unchanged: 3, kept: [], removed: [] })
  expect(['src/a.ts', 'src/own.ts', '.charter/manifest.json'].map((path) => statSync(at(path)).mtimeMs)).toEqual(times)
})

test('one changed file is the one that is written', async () => {
  await writeTree(folder, tree)
  expect(await writeTree(folder, [machine('src/a.ts', 'a2'), ...tree.slice(1)])).toMatchObject({
    written: ['src/a.ts'],
    unchanged: 2,
  })
  expect(read('src/a.ts')).toBe('a2')
})

test('a file that a person changed is kept and reported, every time, until it is as generated again', async () => {
  await writeTree(folder, tree)
  writeFileSync(at('src/a.ts'), 'mine')
  const changed = [machine('src/a.ts', 'a2'), ...tree.slice(1)]
  for (let times = 0; times < 3; times++) {
    expect((await writeTree(folder, changed)).kept).toEqual(['src/a.ts'])
    expect(read('src/a.ts')).toBe('mine')
  }
  writeFileSync(at('src/a.ts'), 'a2')
  expect(await writeTree(folder, changed)).toMatchObject({ kept: [], unchanged: 3 })
  expect(await writeTree(folder, tree)).toMatchObject({ written: ['src/a.ts'], kept: [] })
})

test('a file that was there before anything was generated is a person’s', async () => {
  writeFileSync(at('README.md'), 'mine')
  expect((await writeTree(folder, [machine('README.md', 'made')])).kept).toEqual(['README.md'])
  expect(read('README.md')).toBe('mine')
  expect((await writeTree(folder, [machine('README.md', 'made')])).kept).toEqual(['README.md'])
})

test('a person-owned file is written once and never again, and never removed', async () => {
  await writeTree(folder, tree)
  writeFileSync(at('src/own.ts'), 'mine')
  await writeTree(folder, [...tree.slice(0, 2), person('src/own.ts', 'own2')])
  expect(read('src/own.ts')).toBe('mine')
  await writeTree(folder, tree.slice(0, 2))
  expect(read('src/own.ts')).toBe('mine')
})

test('what nothing makes any more goes, unless a person changed it', async () => {
  await writeTree(folder, tree)
  writeFileSync(at('src/b.ts'), 'mine')
  expect(await writeTree(folder, tree.slice(2))).toMatchObject({ removed: ['src/a.ts'] })
  expect([existsSync(at('src/a.ts')), read('src/b.ts')]).toEqual([false, 'mine'])
})

test('a dry run says the same and does nothing', async () => {
  await writeTree(folder, tree)
  writeFileSync(at('src/b.ts'), 'mine')
  const before = readdirSync(folder, { recursive: true }).map((name) => [name, statSync(at(String(name))).mtimeMs])
  const next = [machine('src/b.ts', 'b2'), machine('src/new.ts', 'n')]
  const dry = await writeTree(folder, next, { isDryRun: true })
  expect(readdirSync(folder, { recursive: true }).map((name) => [name, statSync(at(String(name))).mtimeMs])).toEqual(
    before,
  )
  expect(await writeTree(folder, next)).toEqual(dry)
})

test('a run that was interrupted before its manifest is finished by the next, and takes nothing for a person’s', async () => {
  await writeTree(folder, tree)
  const next = [machine('src/a.ts', 'a2'), machine('src/b.ts', 'b2'), machine('src/c.ts', 'c2')]
  // As it would stand with the process gone after the first and the last file, each replaced whole.
  writeFileSync(at('src/a.ts'), 'a2')
  writeFileSync(at('src/c.ts'), 'c2')
  expect(await writeTree(folder, next)).toMatchObject({ written: ['src/b.ts'], unchanged: 2, kept: [] })
  expect(await writeTree(folder, tree)).toMatchObject({
    written: ['src/a.ts', 'src/b.ts'],
    removed: ['src/c.ts'],
    kept: [],
  })
})

test('a manifest that was cut short loses nobody’s work', async () => {
  await writeTree(folder, tree)
  writeFileSync(at('src/a.ts'), 'mine')
  writeFileSync(at('.charter/manifest.json'), '{ "files": { "src/a.ts": "')
  const report = await writeTree(folder, [machine('src/a.ts', 'a2'), machine('src/b.ts', 'b1')])
  expect([read('src/a.ts'), report.kept]).toEqual(['mine', ['src/a.ts']])
})

test('a manifest that names a path outside the folder removes nothing there', async () => {
  const outside = join(folder, '..', `outside-${process.pid}`)
  writeFileSync(outside, 'x')
  await writeTree(folder, tree)
  const manifest = JSON.parse(read('.charter/manifest.json')) as { files: Record<string, string> }
  const digest = '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881'
  writeFileSync(
    at('.charter/manifest.json'),
    JSON.stringify({ files: { ...manifest.files, [`../outside-${process.pid}`]: digest } }),
  )
  const { removed } = await writeTree(folder, tree)
  expect([existsSync(outside), removed]).toEqual([true, []])
  rmSync(outside)
})
