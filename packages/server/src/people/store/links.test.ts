import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPeopleStore, type PeopleStore } from './open-people-store.ts'

let folder: string
let nowMs = 0
let store: PeopleStore
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'charter-links-'))
  nowMs = 1_800_000_000_000
  store = openPeopleStore(join(folder, 'people-links.db'), () => nowMs)
})
afterEach(() => {
  store.close()
  rmSync(folder, { recursive: true })
})

test('a link is good once, for what it was made for', () => {
  const code = store.links.make('invitation', { data: 'ann', lifeMs: 1000 })
  expect(Buffer.from(code, 'base64url')).toHaveLength(32)
  expect([store.links.find('founder', code), store.links.use('owner', code)]).toEqual([null, null])
  expect([store.links.find('invitation', code), store.links.use('invitation', code)]).toEqual(['ann', 'ann'])
  expect([store.links.find('invitation', code), store.links.use('invitation', code)]).toEqual([null, null])
})

test('a link ends with its time', () => {
  const code = store.links.make('owner', { data: '', lifeMs: 1000 })
  nowMs += 999
  expect(store.links.find('owner', code)).toBe('')
  nowMs += 1
  expect([store.links.find('owner', code), store.links.use('owner', code)]).toEqual([null, null])
})

test('a link is used once by all that have the file open', () => {
  const code = store.links.make('owner', { data: '', lifeMs: 1000 })
  const other = openPeopleStore(join(folder, 'people-links.db'), () => nowMs)
  expect([other.links.use('owner', code), store.links.use('owner', code)]).toEqual(['', null])
  other.close()
})

test('whoever reads the file has no link by it, and nobody else reads it', () => {
  const code = store.links.make('owner', { data: '', lifeMs: 1000 })
  for (const name of readdirSync(folder)) {
    expect(readFileSync(join(folder, name)).includes(code)).toBe(false)
    expect(statSync(join(folder, name)).mode & 0o077).toBe(0)
  }
  const database = new DatabaseSync(join(folder, 'people-links.db'), { readOnly: true })
  const hashes = database.prepare('SELECT hash FROM link').all()
  database.close()
  expect(store.links.use('owner', String(hashes[0]?.hash))).toBeNull()
})
