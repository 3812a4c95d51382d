import { expect, test } from 'vitest'
import { frameOf } from './frames.ts'

test.each([
  ...[
    'must never',
    'should never',
    'will never',
    'may not',
    'can no longer',
    "won't",
    "shouldn't",
    "mustn't",
    'cannot',
  ].map((no) => `Staff ${no} see salaries`),
  "Staff aren't allowed to see salaries",
  'Staff are forbidden to see salaries',
  'Staff have no right to see salaries',
  'Staff lose the right to see salaries',
  'Not even staff may see salaries',
])('%s: is a denial of seeing', (text) => {
  expect(frameOf(text)).toEqual({ kind: 'deny', roles: expect.stringMatching(/^staff$/i), what: 'see salaries' })
})

test('only those who should be able to do something are meant', () => {
  expect(frameOf('Only managers should be able to see salaries')).toEqual({
    kind: 'only',
    roles: 'managers',
    what: 'see salaries',
  })
})
