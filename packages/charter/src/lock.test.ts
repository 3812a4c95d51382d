import { expect, test } from 'vitest'
import {
  type Charter,
  checkCharter,
  emptyLock,
  formatLock,
  type Lock,
  parseCharter,
  readLock,
  updateLock,
} from './index.ts'

const read = (fields: string, lock?: string): Charter => {
  const text = `charter: 1\nname: a\nentities:\n  A: { key: id, fields: { id: uuid, ${fields} } }\n`
  const { charter, diagnostics } = parseCharter({ 'charter.yaml': text }, lock === undefined ? {} : { lock })
  if (!charter) throw new Error(JSON.stringify(diagnostics))
  return charter
}
const lockOf = (charter: Charter, before = emptyLock) => updateLock(charter, before)

test('the lock reads back what it wrote, and writing twice is no change', () => {
  const lock = updateLock(read('x: text'), emptyLock, { 'A.x': { quoted: 'an x', confidence: 0.9 } })
  expect(readLock(formatLock(lock))).toEqual(lock)
  expect(formatLock(updateLock(read('x: text', formatLock(lock)), lock))).toBe(formatLock(lock))
})

test('a rename by `was` keeps id and number, and once locked it needs `was` no more', () => {
  const first = lockOf(read('x: text'))
  const renamed = read('y: { type: text, was: x }', formatLock(first))
  expect(renamed.entities[0]?.fields[1]?.id).toBe('A.x')
  const second = lockOf(renamed, first)
  expect(second.entities.A?.fields['A.x']).toEqual({ name: 'y', number: 2 })
  expect(read('y: text', formatLock(second)).entities[0]?.fields[1]?.id).toBe('A.x')
})

test('a dropped field keeps its number reserved, and its name comes back as another thing', () => {
  const first = lockOf(read('x: text, y: text'))
  const second = lockOf(read('y: text', formatLock(first)), first)
  expect(second.entities.A?.fields['A.x']).toEqual({ name: 'x', number: 2, isDropped: true })
  const third = lockOf(read('y: text, x: int32', formatLock(second)), second)
  expect(third.entities.A?.fields['A.x~2']).toEqual({ name: 'x', number: 4 })
})

test('check asks when a drop and an add look like a rename', () => {
  const lock = lockOf(read('birthDate: date, z: text'))
  const found = checkCharter(read('dateOfBirth: date, z: text', formatLock(lock)), { styles: [], connectors: [], lock })
  expect(found.map((each) => each.code)).toContain('rename-or-drop')
})

test('a lock that is none is refused by name', () => {
  for (const text of ['', ' \n', '{', '{"lock":2}', '{"lock":1,"entities":{"A":{}}}', '{"lock":1,"entities":[]}'])
    expect(
      parseCharter({ 'charter.yaml': 'charter: 1\nname: a\n' }, { lock: text }).diagnostics.map((each) => each.code),
    ).toEqual(['lock-unreadable'])
})

const readNamed = (name: string, given: { readonly lock?: string; readonly plural?: string } = {}): Charter => {
  const said = given.plural === undefined ? '' : `plural: ${given.plural}, `
  const text = `charter: 1\nname: a\nentities:\n  ${name}: { ${said}key: id, fields: { id: uuid } }\n`
  const { charter, diagnostics } = parseCharter({ 'charter.yaml': text }, given.lock ? { lock: given.lock } : {})
  if (!charter) throw new Error(JSON.stringify(diagnostics))
  return charter
}
const pluralIn = (charter: Charter) => charter.entities[0]?.plural

test('a plural stays as first given: by the lock, also by one from before locks kept plurals', () => {
  const first = readNamed('Person')
  expect(pluralIn(first)).toBe('people')
  const lock = formatLock(lockOf(first))
  expect(lock).toContain('"plural":"people"')
  expect(pluralIn(readNamed('Person', { lock }))).toBe('people')
  const kept = lock.replace('people', 'folk')
  expect(pluralIn(readNamed('Person', { lock: kept }))).toBe('folk')
  expect(formatLock(updateLock(readNamed('Person', { lock: kept }), readLock(kept) as Lock))).toBe(kept)

  const old = lock.replace(',"plural":"people"', '')
  expect(pluralIn(readNamed('Person', { lock: old }))).toBe('persons')
  expect(formatLock(updateLock(readNamed('Person', { lock: old }), readLock(old) as Lock))).toBe(old)
})

test('a plural that the charter states goes before the lock’s, and is not kept by it', () => {
  const lock = formatLock(lockOf(readNamed('Person')))
  const stated = readNamed('Person', { lock, plural: 'staff' })
  expect(pluralIn(stated)).toBe('staff')
  expect(formatLock(updateLock(stated, readLock(lock) as Lock))).toBe(lock)
  expect(formatLock(lockOf(readNamed('Person', { plural: 'staff' })))).not.toContain('plural')
})

test('a plural in the lock that is none is passed over', () => {
  const lock = formatLock(lockOf(readNamed('Person')))
  for (const bad of ['"../x"', '7', 'null', '""'])
    expect(pluralIn(readNamed('Person', { lock: lock.replace('"people"', bad) }))).toBe('persons')
})
