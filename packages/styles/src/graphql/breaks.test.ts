import { buildSchema, findBreakingChanges } from 'graphql'
import { expect, test } from 'vitest'
import { load } from '../testing/model.ts'
import { graphql } from './index.ts'

const text = (more: { fields?: string; serves?: string; graphql?: string; operations?: string } = {}): string => `
charter: 1
name: shop
serves: [${more.serves ?? 'graphql'}]
sources: { main: { own: sqlite } }
${more.graphql ?? ''}
access: { accepts: [jwt], roles: [owner] }
entities:
  Order:
    key: id
    fields:
      id: { type: uuid, default: generated }
${more.fields ?? '      title: text\n      state: { type: enum, values: [open, closed] }'}
    allow: { owner: { do: [create, read, update, delete, list] } }
${more.operations ?? ''}
`

const found = (after: string, before = text()) => {
  const [one, two] = [load(before).charter, load(after).charter]
  return graphql.breaks(one, two)
}

const schemaOf = (of: string) => {
  const { charter } = load(of)
  return buildSchema(graphql.contract(charter, graphql.surface(charter))['schema.graphql'] ?? '')
}

test.each([
  ['a field goes', text({ fields: '      title: text' })],
  [
    'a field changes its type',
    text({ fields: '      title: int32\n      state: { type: enum, values: [open, closed] }' }),
  ],
  [
    'a field may be null',
    text({
      fields: '      title: { type: text, optional: true }\n      state: { type: enum, values: [open, closed] }',
    }),
  ],
  ['a value goes', text({ fields: '      title: text\n      state: { type: enum, values: [open] }' })],
  [
    'a field must be given',
    text({ fields: '      title: text\n      state: { type: enum, values: [open, closed] }\n      more: text' }),
  ],
])('what graphql-js calls breaking is breaking here: %s', (_what, after) => {
  const expected = findBreakingChanges(schemaOf(text()), schemaOf(after)).map(({ description }) => description)
  const breaking = found(after).filter(({ severity }) => severity === 'breaking')
  expect(expected.length).toBeGreaterThan(0)
  for (const description of expected) expect(breaking.map(({ sentence }) => sentence)).toContain(description)
})

test.each([
  [
    'an optional field is new',
    text({
      fields:
        '      title: text\n      state: { type: enum, values: [open, closed] }\n      more: { type: text, optional: true }',
    }),
  ],
  ['an operation is new', text({ operations: 'operations:\n  ping: { effect: read }' })],
])('what adds breaks nobody: %s', (_what, after) => {
  const all = found(after)
  expect(all.length).toBeGreaterThan(0)
  expect(all.filter(({ severity }) => severity === 'breaking')).toEqual([])
})

test('a value that answers may newly hold is one that clients do not know', () => {
  const after = text({ fields: '      title: text\n      state: { type: enum, values: [open, closed, lost] }' })
  expect(found(after).some(({ severity, sentence }) => severity === 'breaking' && sentence.includes('lost'))).toBe(true)
})

test('tighter limits break, and so does GraphQL that is gone', () => {
  expect(found(text({ graphql: 'graphql: { depth: 3 }' }))).toEqual([
    { about: 'shop', sentence: 'The depth of documents goes from 16 down to 3.', severity: 'breaking' },
  ])
  expect(found(text({ serves: 'rest' }))).toEqual([
    { about: 'shop', sentence: 'GraphQL is no longer served.', severity: 'breaking' },
  ])
})

test('the same charter breaks nothing', () => expect(found(text())).toEqual([]))
