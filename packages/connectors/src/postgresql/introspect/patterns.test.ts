import { compilePattern } from '@charter/runtime'
import fc from 'fast-check'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { patternOfLike, patternOfRegex } from './patterns.ts'

const client = new Client({ connectionString: process.env.CHARTER_TEST_POSTGRESQL })
beforeAll(() => client.connect())
afterAll(() => client.end())

const matches = (pattern: string, text: string): boolean => {
  const compiled = compilePattern(pattern)
  if ('error' in compiled) throw new Error(compiled.error)
  return compiled.test(text)
}

const texts = fc.string({
  unit: fc.constantFrom('a', 'b', 'A', '1', '.', '-', '_', '%', '\\', '/', ' ', '\n', 'é', '(', ']'),
  maxLength: 6,
})
const pieces = fc.array(
  fc.constantFrom(
    'a',
    'b',
    '.',
    '*',
    '+',
    '?',
    '(',
    ')',
    '|',
    '[a-b]',
    '[^a]',
    '[.a-]',
    '\\d',
    '\\w',
    '\\.',
    '\\-',
    '\\/',
    '\\(',
    '{1,2}',
    '{2}',
    '-',
    '^',
    '$',
    '\\m',
    '(?:',
    '[[:alpha:]]',
    '\\s',
  ),
  { maxLength: 6 },
)

test('a pattern that is read from a regular expression matches what PostgreSQL matches', async () => {
  let read = 0
  await fc.assert(
    fc.asyncProperty(pieces, fc.array(texts, { minLength: 8, maxLength: 8 }), async (parts, samples) => {
      const regex = `^${parts.join('')}$`
      const pattern = patternOfRegex(regex)
      if (pattern === null) return
      read++
      const { rows } = await client.query(
        'SELECT t ~ $1 AS it FROM unnest($2::text[]) WITH ORDINALITY AS u (t, n) ORDER BY n',
        [regex, samples],
      )
      expect(samples.map((text) => matches(pattern, text))).toEqual(rows.map(({ it }) => it))
    }),
    { numRuns: 400 },
  )
  expect(read).toBeGreaterThan(60)
})

test('LIKE matches what PostgreSQL matches', async () => {
  await fc.assert(
    fc.asyncProperty(texts, fc.array(texts, { minLength: 6, maxLength: 6 }), async (like, samples) => {
      fc.pre(!/(?:^|[^\\])(?:\\\\)*\\$/.test(like))
      const pattern = patternOfLike(like)
      if (pattern === null) throw new Error(`${like} was not read`)
      const { rows } = await client.query(
        'SELECT t LIKE $1 AS it FROM unnest($2::text[]) WITH ORDINALITY AS u (t, n) ORDER BY n',
        [like, samples],
      )
      expect(samples.map((text) => matches(pattern, text))).toEqual(rows.map(({ it }) => it))
    }),
    { numRuns: 200 },
  )
})
