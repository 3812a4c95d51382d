import { expect, test } from 'vitest'
import { load } from '../testing/model.ts'
import { mcp } from './index.ts'

const text = (fields: string): string => `
charter: 1
name: shop
serves: [mcp]
sources: { main: { own: sqlite } }
mcp: { tools: [Order.read, Order.create] }
access: { accepts: [jwt], roles: [owner] }
entities:
  Order:
    key: id
    fields:
      id: { type: uuid, default: generated }
${fields}
    allow: { owner: { do: [create, read, update, delete, list] } }
`
const title = '      title: { type: text, length: 1..40 }'
const found = (after: string) => mcp.breaks(load(text(title)).charter, load(text(after)).charter)

test.each([
  ['an optional field', `${title}\n      note: { type: text, length: ..20, optional: true }`],
  ['a field that has a default', `${title}\n      isOpen: { type: boolean, default: false }`],
  ['a longer text', title.replace('40', '50')],
])('%s breaks no program that was written before', (_, after) => {
  expect(found(after).map(({ severity }) => severity)).toContain('additive')
  expect(found(after).filter(({ severity }) => severity === 'breaking')).toEqual([])
})

test.each([
  [
    'a field that must be given',
    `${title}\n      note: { type: text, length: 1..20 }`,
    ['arguments of create_order are'],
  ],
  ['a shorter text', title.replace('40', '30'), ['arguments of create_order are', 'result of get_order is']],
  ['another type', '      title: int32', ['arguments of create_order are', 'result of get_order is']],
  ['a field that may be missing', title.replace(' }', ', optional: true }'), ['result of get_order is']],
  ['a field that is gone', '      other: { type: text, length: 1..40, optional: true }', ['result of get_order is']],
])('%s breaks what was written before', (_, after, sentences) => {
  const breaking = found(after).filter(({ severity }) => severity === 'breaking')
  for (const sentence of sentences)
    expect(breaking.map((each) => each.sentence).join('\n')).toContain(`The ${sentence} not what`)
})

test('words that only describe break nothing', () => {
  expect(found(`${title.replace(' }', ', description: What it is called. }')}`)).toEqual([])
})

test('an entity that is called as a form of another breaks nothing of that one', () => {
  const other = `    allow: { owner: { do: [create, read, update, delete, list] } }
  OrderCreate:
    key: id
    fields: { id: { type: uuid, default: generated } }`
  expect(found(`${title}\n${other}`)).toEqual([])
})
