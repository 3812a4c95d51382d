import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { grpc } from '@charter/styles'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { requireSound } from './check.ts'
import { keepLock } from './keep-lock.ts'
import { loadCharter } from './load.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'charter-keep-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const document = (fields: string) =>
  `charter: 1\nname: a\nserves: [rest, grpc]\nsources: { main: { own: sqlite } }\naccess: { accepts: [jwt], roles: [reader] }\nentities:\n  Thing:\n    key: id\n    fields: { id: { type: uuid, default: generated }, ${fields} }\n    allow: { reader: { do: [read] } }\n`

const kept = async (fields: string): Promise<string> => {
  writeFileSync(join(folder, 'charter.yaml'), document(fields))
  const loaded = await loadCharter(join(folder, 'charter.yaml'))
  const charter = requireSound(loaded)
  await keepLock(charter, loaded)
  const after = await loadCharter(join(folder, 'charter.yaml'))
  return Object.values(grpc.contract(charter, grpc.surface(charter, after.document.lock))).join('\n')
}

test('numbers and names on the wire stay when something is put before what there was', async () => {
  const first = await kept('state: { type: enum, values: [open, closed] }')
  expect(first).toContain('STATE_OPEN = 1;')
  const second = await kept('day: date, state: { type: enum, values: [draft, open, closed] }')
  expect(second).toContain('STATE_OPEN = 1;')
  expect(second).toContain('STATE_DRAFT = 3;')
  const before = readFileSync(join(folder, 'charter.lock'), 'utf8')
  // Renamed or dropped? That is asked, and until it is answered nothing is forgotten.
  await kept('dueDay: date, state: { type: enum, values: [draft, open, closed] }')
  expect(readFileSync(join(folder, 'charter.lock'), 'utf8')).toBe(before)
})

test('a lock that is gone from where a service was generated is missed', async () => {
  await kept('day: date')
  mkdirSync(join(folder, '.charter'))
  writeFileSync(join(folder, '.charter/manifest.json'), '{"manifest":2,"charter":"0.1.0","files":{}}')
  rmSync(join(folder, 'charter.lock'))
  const { diagnostics } = await loadCharter(join(folder, 'charter.yaml'))
  expect(diagnostics.map(({ code }) => code)).toEqual(['lock-unreadable'])
  // A document by another name is another's.
  renameSync(join(folder, 'charter.yaml'), join(folder, 'other.yaml'))
  expect((await loadCharter(join(folder, 'other.yaml'))).diagnostics).toEqual([])
  renameSync(join(folder, 'other.yaml'), join(folder, 'charter.yaml'))
  rmSync(join(folder, '.charter'), { recursive: true })
  expect((await loadCharter(join(folder, 'charter.yaml'))).diagnostics).toEqual([])
})
