import { expect, test } from 'vitest'
import { withoutValues } from './without-values.ts'

test.each([
  ['bit string length 3 does not match type bit(4)', ['101'], 'bit string length 3 does not match type bit(4)'],
  ['invalid XML content: "<a>" is wrong', ['<a>'], 'invalid XML content: "…" is wrong'],
  [
    'No more than 3 shifts for Ann (Ann Lee), or Anna',
    ['Ann', 'Ann Lee', 7],
    'No more than 3 shifts for … (…), or Anna',
  ],
  ['a.b*c? (x) [y] $1 — a.b*c?', ['a.b*c?', '', ' ', null], '… (x) [y] $1 — …'],
  ['größer als groß', ['groß'], 'größer als …'],
])('%s, of %j', (words, values, said) => expect(withoutValues(words, values)).toBe(said))
