import { expect, test } from 'vitest'
import { type Charter, checkCharter, emptyLock, formatLock, parseCharter, readLock, updateLock } from './index.ts'

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
