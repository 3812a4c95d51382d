import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compilePattern, patternOf } from './pattern.ts'

test('a pattern matches the whole value', () => {
  const pattern = patternOf('[a-z]+|x1')
  expect(['abc', 'x1', 'abc1', ' abc', 'abc\n', ''].map((text) => pattern.test(text))).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})

test('classes are ASCII, as in RE2', () => {
  expect([patternOf('\\d').test('٣'), patternOf('\\w').test('é'), patternOf('\\s').test('\u00a0')]).toEqual([
    false,
    false,
    false,
  ])
})

test.each([
  '(?=a)',
  '(?<!a)b',
  '(a)\\1',
  '\\Aa',
  'a\\z',
  '\\Qa\\E',
  '[[:alpha:]]',
  '(?i)a',
  '(',
  'a**',
  '(?P<n>a)',
  '\\C',
])('%s is refused: RE2 and ECMAScript do not both read it alike', (pattern) => {
  expect(compilePattern(pattern)).toEqual({ error: expect.stringMatching(/./) })
})

test('what both read gives what ECMAScript gives on ASCII text', () => {
  const pattern = fc.constantFrom(
    '[a-c]{1,3}',
    'a?b*c+',
    '(?:ab|cd)*',
    '\\d{2}-\\w+',
    '[^a-z]',
    'a.c',
    '(a|b)(c|d)',
    '\\x41|\\t',
    'a{2}',
    '\\.\\*',
  )
  const text = fc
    .array(fc.constantFrom('a', 'b', 'c', 'd', '1', '2', '-', 'A', '.', '*', '\t', '\n'))
    .map((units) => units.join(''))
  fc.assert(
    fc.property(pattern, text, (source, value) => {
      expect(patternOf(source).test(value)).toBe(new RegExp(`^(?:${source})$`, 'u').test(value))
    }),
    { numRuns: 3000 },
  )
})

test('time is linear in the value: what makes a backtracking engine explode answers at once', () => {
  expect(patternOf('(a+)+b').test('a'.repeat(200_000))).toBe(false)
})
