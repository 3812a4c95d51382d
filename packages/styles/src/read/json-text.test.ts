import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonText } from './json-text.ts'

test('what fits into a line is on one', () => {
  const long = 'x'.repeat(100)
  expect(jsonText({ a: { $ref: '#/b' }, c: [1, null], d: undefined, long, e: {} })).toBe(
    `{\n  "a": { "$ref": "#/b" },\n  "c": [1, null],\n  "long": "${long}",\n  "e": {}\n}\n`,
  )
})

test('it says the same as JSON.stringify', () => {
  const isSame = (value: unknown): boolean => JSON.stringify(JSON.parse(jsonText(value))) === JSON.stringify(value)
  fc.assert(fc.property(fc.jsonValue(), isSame))
})
