import { readingAt, readValue, type Type } from '@charter/runtime'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { exampleValue } from './example-value.ts'
import { textOfPattern } from './text-of-pattern.ts'

describe('examples', () => {
  test.each(['\\d{3}-\\d{2}-\\d{4}', '[A-Z]{2,3}[0-9]+', '(?:ab|c)*x?', 'SKU-[A-Z0-9]{6}', '\\w+\\.txt'])(
    'a text of %s matches it',
    (pattern) => {
      for (const ordinal of [0, 1, 2, 50])
        expect(textOfPattern(pattern, ordinal)).toMatch(new RegExp(`^(?:${pattern})$`, 'u'))
    },
  )

  test('what cannot be followed is said to be so', () => {
    expect(textOfPattern('[^a]', 0)).toBeNull()
  })

  const types: readonly Type[] = [
    { kind: 'text', lengthMin: 3, lengthMax: 5 },
    { kind: 'text', format: 'email' },
    { kind: 'int32', min: 5, max: 7 },
    { kind: 'int64' },
    { kind: 'int64', max: '-5' },
    { kind: 'decimal', precision: 5, scale: 2, min: '0', max: '9.5' },
    { kind: 'date', max: 'today' },
    { kind: 'date', min: '2026-01-01' },
    { kind: 'instant', max: 'now' },
    { kind: 'duration' },
    { kind: 'bytes' },
    { kind: 'array', items: { kind: 'enum', values: ['a', 'b'] }, lengthMin: 2 },
    { kind: 'vector', size: 3 },
    { kind: 'union', tag: 'kind', variants: { a: [{ name: 'x', type: { kind: 'uuid' }, isOptional: false }] } },
  ]

  test('an example of every type is valid, whatever the ordinal', () => {
    fc.assert(
      fc.property(fc.constantFrom(...types), fc.nat(500), (type, ordinal) => {
        const value = exampleValue(type, { types: {}, ordinal, name: 'value' })
        const reading = readingAt('2026-06-15T12:00:00Z')
        expect(readValue(type, value ?? null, '', reading)).toEqual(value)
        expect([...reading.errors]).toEqual([])
      }),
    )
  })
})
