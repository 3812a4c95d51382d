import { expect, test } from 'vitest'
import { checkCharter, parseCharter, toModel } from './index.ts'

const read = (field: string, more = '') => {
  const text = `charter: 1
name: shop
access: { roles: [clerk] }
entities:
  Hook:
    key: id
    fields:
      id: { type: uuid, default: generated }
      url: { type: text, length: 1..80 }
      secret: { type: text, length: 1..80, writeOnly: true${field} }
    ${more}
    allow: { clerk: { do: [create, read, list, update], reveal: [] } }
`
  const { charter, diagnostics } = parseCharter({ 'charter.yaml': text })
  if (!charter) throw new Error(diagnostics.map(({ message }) => message).join(' '))
  return charter
}
const reasons = (field: string, more?: string) =>
  checkCharter(read(field, more), { styles: [], connectors: [] })
    .filter(({ code }) => code === 'bad-write-only')
    .map(({ message, place }) => `${place.line} ${message}`)

test('a write-only field stands apart from those that are answered, and cannot be asked for', () => {
  const [entity] = toModel(read(''), []).entities
  expect(entity?.fields.map(({ name }) => name)).toEqual(['id', 'url'])
  expect(entity?.writeOnly).toMatchObject([{ name: 'secret', isWriteOnly: true, writable: 'always' }])
  expect(reasons('')).toEqual([])
  expect(reasons(', protect: encrypt, optional: true, default: none')).toEqual([])
})

test.each([
  [', readOnly: true', undefined, 'nobody could write it'],
  [', reveal: inside', undefined, '`reveal`'],
  [', mask: hide', undefined, '`mask`'],
  [', protect: tokenize', undefined, '`encrypt`'],
  [', unique: true', undefined, '`unique`'],
  ['', 'unique: [[url, secret]]', '`unique`'],
  [', default: principal', undefined, '`default`'],
  ['', 'checks: { other: { rule: url != secret, message: No. } }', 'a check speaks of it'],
  [
    '',
    'unique: [url]\n    relations: { other: { one: Hook, by: secret, to: url, optional: true } }',
    'a relation goes along it',
  ],
])('what would show it, make it or tell it is refused where it stands: %s %s', (field, more, why) => {
  expect(reasons(field, more)).toEqual([expect.stringContaining(why)])
  expect(reasons(field, more)[0]).toMatch(/^10 /)
})
