import { describe, expect, test } from 'vitest'
import { load, shop } from '../testing/model.ts'
import { breaks } from './breaks.ts'

const between = (before: string, after: string) => breaks(load(before).charter, load(after).charter)
const sentences = (before: string, after: string, severity: 'breaking' | 'additive') =>
  between(before, after)
    .filter((each) => each.severity === severity)
    .map(({ about, sentence }) => `${about}: ${sentence}`)

const changed = (from: string, to: string): string => {
  if (!shop.includes(from)) throw new Error(`the fixture has no ${from}`)
  return shop.replace(from, to)
}

test('the same charter breaks nothing', () => {
  expect(between(shop, shop)).toEqual([])
})

test('a file that may be less than before breaks who sends them, and one that may be more nobody', () => {
  const of = (scan: string) =>
    changed('      isPaid: { type: boolean }\n', `      isPaid: { type: boolean }\n      scan: ${scan}\n`)
  const wide = of('{ type: file, max: 20 MiB, kinds: [application/pdf, image/*] }')
  const narrow = of('{ type: file, max: 5 MiB, kinds: [application/pdf] }')
  expect(sentences(wide, narrow, 'breaking')).toEqual([
    expect.stringContaining('scan has at most 5242880 bytes, and had at most 20971520.'),
    expect.stringContaining('scan is of no kind image/* any more.'),
  ])
  expect(sentences(narrow, wide, 'breaking')).toEqual([])
  expect(sentences(of('file'), wide, 'breaking')).toHaveLength(2)
})

describe('breaks clients', () => {
  test.each([
    ['REST is gone', 'serves: [rest]', 'serves: [graphql]', 'REST is no longer served'],
    ['the base moves', 'base: /api', 'base: /v2', 'Every address moves from /api to /v2'],
    ['a field is gone', '      isPaid: { type: boolean }\n', '', 'isPaid is gone'],
    ['a type changes', 'count: { type: int32 }', 'count: { type: int64 }', 'It was int32 and is now int64'],
    ['a scale changes', 'scale: 2 }', 'scale: 3 }', 'decimal'],
    [
      'text is shortened',
      'title: { type: text, length: ..200 }',
      'title: { type: text, length: ..100 }',
      'now 100 (was 200)',
    ],
    [
      'a pattern comes',
      'title: { type: text, length: ..200 }',
      "title: { type: text, length: ..200, pattern: '[a-z]*' }",
      'The pattern is now [a-z]*',
    ],
    [
      'an enum value goes',
      "values: [open, 'on hold', closed]",
      'values: [open, closed]',
      '"on hold" is no longer taken',
    ],
    [
      'an enum value comes',
      "values: [open, 'on hold', closed]",
      "values: [open, 'on hold', closed, lost]",
      'Answers may now hold "lost"',
    ],
    ['a field may be null', 'day: { type: date }', 'day: { type: date, optional: true }', 'may now be null'],
    [
      'a required field comes',
      'day: { type: date }',
      'day: { type: date }\n      due: { type: date }',
      'due is new and must be given',
    ],
    ['a field is read-only', 'day: { type: date }', 'day: { type: date, readOnly: true }', 'can no longer be written'],
    ['an operation is gone', /\n {2}importOrders.*/.exec(shop)?.[0] ?? '', '', 'POST /api/orders/import is gone'],
    ['an input is gone', 'input: { rows: { type: json } }', 'input: {}', 'The input rows is gone'],
  ])('%s', (_name, from, to, sentence) => {
    expect(sentences(shop, changed(from, to), 'breaking').join('\n')).toContain(sentence)
  })

  test('a path moves with its entity’s name', () => {
    const after = shop.replaceAll('Line', 'Item').replace('  Item:\n', '  Item:\n    was: Line\n')
    expect(sentences(shop, after, 'breaking').join('\n')).toContain('GET /api/lines becomes GET /api/items.')
  })
})

describe('does not break clients', () => {
  test.each([
    ['text is lengthened', 'title: { type: text, length: ..200 }', 'title: { type: text, length: ..300 }'],
    [
      'an optional field comes',
      'day: { type: date }',
      'day: { type: date }\n      due: { type: date, optional: true }',
    ],
    ['an operation comes', 'operations:\n', 'operations:\n  pingOrders: { effect: read }\n'],
    ['words change', 'title: Shop', 'title: The shop'],
  ])('%s', (_name, from, to) => {
    expect(sentences(shop, changed(from, to), 'breaking')).toEqual([])
  })
})
