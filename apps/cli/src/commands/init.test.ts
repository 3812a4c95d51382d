import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, test } from 'vitest'
import { charterHere as charter } from '../testing/here.ts'

const root = mkdtempSync(join(tmpdir(), 'charter-init-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const empty = (): string => mkdtempSync(join(root, 'empty-'))
const clinic = join(import.meta.dirname, '../../../../packages/charter/examples/clinic.yaml')
const words = 'a library with members, books and loans'

test('words become a project in the folder one stands in, with the words beside it and places in them', async () => {
  const cwd = empty()
  const { status, out } = await charter(['init', words], { cwd })
  expect([status, out]).toEqual([0, expect.stringContaining('Next: charter check, then charter start')])
  expect(readdirSync(cwd).sort()).toEqual(['.charter', 'charter.lock', 'charter.yaml', 'words.md'])
  expect(readFileSync(join(cwd, 'words.md'), 'utf8')).toBe(`${words}\n`)
  expect(await charter(['check'], { cwd })).toMatchObject({ status: 0 })
  expect((await charter(['why', 'Member'], { cwd })).out).toContain('(words.md:1:')
})

test('a starter is a project with its rows; one that there is not is named with those there are', async () => {
  const cwd = empty()
  expect(await charter(['init', '--starter', 'finance'], { cwd })).toMatchObject({ status: 0 })
  expect(readFileSync(join(cwd, 'charter.yaml'), 'utf8')).toContain('Grace Lindqvist')
  expect(readFileSync(join(cwd, 'charter.yaml'), 'utf8')).toMatch(/^# yaml-language-server: /)
  expect(readdirSync(cwd).sort()).toEqual(['.charter', 'charter.lock', 'charter.yaml'])
  expect(await charter(['check'], { cwd })).toMatchObject({ status: 0 })
  const none = await charter(['init', '--starter', 'finances'], { cwd: empty() })
  expect([none.status, none.err]).toEqual([3, expect.stringContaining('finance')])
  expect((await charter(['init', words, '--starter', 'finance'], { cwd: empty() })).status).toBe(2)
})

test('a database is read, and its file is left as it was', async () => {
  const cwd = empty()
  const file = join(cwd, 'shop.db')
  const database = new DatabaseSync(file)
  database.exec('CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT NOT NULL)')
  database.close()
  const before = readFileSync(file)
  expect((await charter(['init', '--database', 'shop.db'], { cwd })).out).toContain('Customer')
  expect(readdirSync(cwd).sort()).toEqual(['.charter', 'charter.lock', 'charter.yaml', 'shop.db'])
  expect(readFileSync(file).equals(before)).toBe(true)
})

test('a charter is copied, a folder of one with its entities and its lock', async () => {
  const [lone, from, to] = [empty(), empty(), empty()]
  expect((await charter(['init', clinic], { cwd: lone })).status).toBe(0)
  const written = readFileSync(join(lone, 'charter.yaml'), 'utf8')
  expect(written.replace(/^# yaml-language-server: .*\n/, '')).toBe(readFileSync(clinic, 'utf8'))
  expect(readdirSync(lone).sort()).toEqual(['.charter', 'charter.lock', 'charter.yaml'])
  copyFileSync(join(lone, 'charter.yaml'), join(from, 'charter.yaml'))
  copyFileSync(join(lone, 'charter.lock'), join(from, 'charter.lock'))
  mkdirSync(join(from, 'entities'))
  writeFileSync(
    join(from, 'entities', 'Ward.yaml'),
    'key: id\nfields:\n  id: { type: uuid, default: generated }\nallow: { clinician: { do: [read] } }\n',
  )
  const { out } = await charter(['init', from], { cwd: to })
  expect(out).toContain('wrote     charter.yaml, charter.lock, entities/Ward.yaml')
  expect(out).toContain('Ward')
})

test('nothing is written over, and nothing is written where words describe nothing', async () => {
  const cwd = empty()
  writeFileSync(join(cwd, 'words.md'), 'mine')
  expect(await charter(['init', words], { cwd })).toMatchObject({ status: 3, err: expect.stringContaining('words.md') })
  expect(readdirSync(cwd)).toEqual(['words.md'])
  writeFileSync(join(cwd, 'charter.yaml'), 'mine')
  expect(await charter(['init', clinic], { cwd })).toMatchObject({
    status: 3,
    err: expect.stringContaining('charter edit'),
  })
  expect(readFileSync(join(cwd, 'charter.yaml'), 'utf8')).toBe('mine')
  const other = empty()
  expect((await charter(['init', 'asdf qwer zxcv'], { cwd: other })).status).toBe(1)
  expect(readdirSync(other)).toEqual([])
})

test('where nothing is said and nobody can answer, the three ways are named', async () => {
  const { status, err } = await charter(['init'], { cwd: empty() })
  expect([status, err]).toEqual([2, expect.stringMatching(/init "a library.*--database.*clinic\.yaml/s)])
})

test('a new project of start lies where --within says, and else where one stands', async () => {
  const cwd = empty()
  writeFileSync(
    join(cwd, 'broken.yaml'),
    'charter: 1\nname: broken\nentities: { A: { fields: { id: { type: uid } } } }\n',
  )
  expect((await charter(['start', 'broken.yaml', '--within', 'projects'], { cwd })).status).toBe(1)
  expect(existsSync(join(cwd, 'projects', 'broken', 'charter.yaml'))).toBe(true)
  expect((await charter(['start', 'broken.yaml'], { cwd })).status).toBe(1)
  expect(existsSync(join(cwd, 'broken', 'charter.yaml'))).toBe(true)
})
