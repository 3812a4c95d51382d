import { expect, test } from 'vitest'
import { load } from '../testing/model.ts'
import { soap } from './index.ts'

const text = (fields: string): string => `
charter: 1
name: shop
serves: [soap]
sources: { main: { own: sqlite } }
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
const severities = (after: string, before = title) => [
  ...new Set(soap.breaks(load(text(before)).charter, load(text(after)).charter).map(({ severity }) => severity)),
]

test.each([
  ['an optional field with a bound', `${title}\n      note: { type: text, length: ..20, optional: true }`],
  ['a longer text', title.replace('40', '50')],
  ['a shorter least length', title.replace('1..', '0..')],
])('%s breaks no client', (_, after) => expect(severities(after)).toEqual(['additive']))

test.each([
  ['a shorter text', title.replace('40', '30'), title],
  ['a text that had no bound', title, '      title: text'],
  ['a field that is gone', '      other: { type: text, optional: true }', title],
])('%s breaks clients', (_, after, before) => expect(severities(after, before)).toContain('breaking'))
