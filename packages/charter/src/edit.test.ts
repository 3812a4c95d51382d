import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse, parseDocument } from 'yaml'
import { editCharter, parseCharter } from './index.ts'

const clinic = readFileSync(new URL('../examples/clinic.yaml', import.meta.url), 'utf8')
const edit = (text: string, ...edits: Parameters<typeof editCharter>[1]) =>
  editCharter(parseCharter({ 'charter.yaml': text }).document, edits)['charter.yaml'] ?? ''

const small = `# A shop.
charter: 1   # the format
name: shop
entities:
  Order:
    key: id
    fields:
      id:    { type: uuid, default: generated }   # made here
      total: { type: decimal, precision: 8, scale: 2 }

  # the lines
  Line: { key: id, fields: { id: uuid } }
`

test('a value is replaced in place, byte for byte elsewhere', () => {
  const after = edit(small, { path: ['entities', 'Order', 'fields', 'total', 'scale'], value: 3 })
  expect(after).toBe(small.replace('scale: 2', 'scale: 3'))
})

test('a member is added after its last neighbour, in block and in flow', () => {
  const block = edit(small, { path: ['entities', 'Order', 'fields', 'note'], value: { type: 'text', optional: true } })
  expect(block).toBe(small.replace('scale: 2 }\n', 'scale: 2 }\n      note: { type: text, optional: true }\n'))
  const flow = edit(small, { path: ['entities', 'Line', 'fields', 'note'], value: 'text' })
  expect(flow).toBe(small.replace('{ id: uuid }', '{ id: uuid, note: text }'))
})

test('a member is removed with its line', () => {
  const after = edit(small, { path: ['entities', 'Order', 'fields', 'total'], remove: true })
  expect(after).toBe(small.replace(/ +total:.*\n/, ''))
})

test('an entity in its own file is edited there', () => {
  const files = {
    'charter.yaml': 'charter: 1\nname: a\n',
    'entities/Book.yaml': '# mine\nkey: id\nfields:\n  id: uuid\n',
  }
  const after = editCharter(parseCharter(files).document, [
    { path: ['entities', 'Book', 'fields', 'title'], value: 'text' },
  ])
  expect(after['entities/Book.yaml']).toBe('# mine\nkey: id\nfields:\n  id: uuid\n  title: text\n')
})

test('whatever is set reads back, and every other value stays', () => {
  const keys = Object.keys(parse(clinic).entities.Patient.fields)
  const value = fc.oneof(
    fc.string(),
    fc.constantFrom('text', "it's", 'a: b', '# no', '- x'),
    fc.record({ type: fc.constant('text'), description: fc.string() }),
  )
  fc.assert(
    fc.property(fc.constantFrom(...keys, 'brandNew'), value, (name, set) => {
      const after = edit(clinic, { path: ['entities', 'Patient', 'fields', name], value: set })
      const wanted = parseDocument(clinic)
      wanted.setIn(['entities', 'Patient', 'fields', name], set)
      expect(parse(after)).toEqual(wanted.toJS())
    }),
    { numRuns: 60 },
  )
})
