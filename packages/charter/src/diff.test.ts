import { expect, test } from 'vitest'
import { type Charter, diffCharters, formatDiff, parseCharter } from './index.ts'

const read = (body: string): Charter => {
  const { charter, diagnostics } = parseCharter({ 'charter.yaml': `charter: 1\nname: shop\n${body}` })
  if (!charter) throw new Error(JSON.stringify(diagnostics))
  return charter
}
const lines = (before: string, after: string) =>
  formatDiff(diffCharters(read(before), read(after), { styles: [], access: () => [] }))

test('entities, fields, relations, operations, types and sections that come, go or change', () => {
  const before = `entities:
  A: { key: id, fields: { id: uuid, gone: text, size: { type: text, length: ..5 } } }
  B: { key: id, fields: { id: uuid } }
operations: { close: { entity: A } }
`
  const after = `limits: { pageSizeMax: 50 }
types: { Money: { type: decimal, precision: 9, scale: 2 } }
entities:
  A: { key: id, fields: { id: uuid, size: { type: text, length: ..9 } }, relations: { c: { one: C, optional: true } } }
  C: { key: id, fields: { id: int32 } }
`
  expect(lines(before, after)).toEqual([
    'Structure',
    '  changed section limits (pageSizeMax: 100 → 50)',
    '  removed entity B',
    '  added entity C',
    '  removed field A.gone',
    '  added field A.cId',
    '  changed field A.size (type: {"kind":"text","lengthMax":5} → {"kind":"text","lengthMax":9})',
    '  added relation A.c',
    '  removed operation close',
    '  added type Money',
  ])
})

test('what goes with files says what becomes of them, and what is renamed keeps them', () => {
  const entities = (of: string) => `entities:\n  A: { key: id, fields: { id: uuid, ${of} } }\n`
  const letter = '  B: { key: id, fields: { id: uuid, page: file } }\n'
  const removed = 'files that no other row names are removed once `charter migrate --contract` is done'
  expect(lines(entities('scan: file, page: file') + letter, entities('sheet: { type: file, was: page }'))).toEqual([
    'Structure',
    `  removed entity B (${removed})`,
    `  removed field A.scan (${removed})`,
    '  renamed field A.page → A.sheet',
  ])
  expect(lines(entities('scan: file'), entities('title: text'))).toContain(
    '  removed field A.scan (its files stay: no field is a file any more, so no service removes them)',
  )
})

test('a renamed relation takes the field it implies along', () => {
  const entities = (relation: string) => `entities:
  A: { key: id, fields: { id: uuid } }
  B: { key: id, fields: { id: uuid }, relations: { ${relation} } }
`
  expect(lines(entities('first: { one: A }'), entities('chief: { one: A, was: first }'))).toEqual([
    'Structure',
    '  renamed field B.firstId → B.chiefId (impliedBy: first → chief)',
    '  renamed relation B.first → B.chief (from: ["firstId"] → ["chiefId"])',
  ])
})

test('each style that either charter serves says what breaks its clients', () => {
  const breaks = () => [{ about: 'A', sentence: 'It is gone.', severity: 'breaking' as const }]
  const styles = [
    { name: 'rest', breaks },
    { name: 'other', breaks },
  ]
  const diff = diffCharters(read(''), read(''), { styles, access: () => [] })
  expect(formatDiff(diff)).toEqual(['Clients of rest', '  breaks  A: It is gone.'])
})

test('a version that is required of each change breaks the clients of every style', () => {
  const styles = [{ name: 'rest', breaks: () => [] }]
  const told = (before: string, after: string) =>
    formatDiff(diffCharters(read(before), read(after), { styles, access: () => [] }))
  expect(told('', 'ifMatch: required')).toEqual([
    'Structure',
    '  changed section ifMatch (ifMatch: none → required)',
    'Clients of rest',
    '  breaks  shop: A change or deletion that does not say of which version (`If-Match`) is refused.',
  ])
  expect(told('ifMatch: required', '').join()).not.toContain('breaks')
})

test('that data at rest is sealed, or no more, is told', () => {
  const told = (before: string, after: string) =>
    formatDiff(diffCharters(read(before), read(after), { styles: [], access: () => [] }))
  const line = (change: string) => ['Structure', `  changed section atRest (atRest: ${change})`]
  expect(told('', 'atRest: encrypt')).toEqual(line('none → encrypt'))
  expect(told('atRest: encrypt', '')).toEqual(line('encrypt → none'))
})
