import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseJson } from './parse-json.ts'

const errorsOf = (text: string, depthMax?: number) => {
  const parsed = parseJson(text, depthMax === undefined ? {} : { depthMax })
  return 'errors' in parsed ? parsed.errors.map(({ path, code }) => `${path} ${code}`) : []
}

test('what is JSON reads as JSON.parse reads it', () => {
  const json = fc
    .jsonValue({ stringUnit: 'binary', maxDepth: 6 })
    .filter((value) => !/\d{16}/.test(JSON.stringify(value)))
  fc.assert(
    fc.property(json, fc.constantFrom(0, 1, '\t', ' \n\r'), (value, indent) => {
      const text = JSON.stringify(value, null, indent === ' \n\r' ? undefined : indent)
      const spaced = indent === ' \n\r' ? ` \n\r\t${text} \n` : text
      expect(parseJson(spaced)).toEqual({ value: JSON.parse(spaced) })
    }),
  )
})

test('what JSON.parse refuses is refused, and what it takes is taken but for twins and numbers', () => {
  const slip = fc.tuple(
    fc.nat(60),
    fc.nat(4),
    fc.constantFrom('', '"', '\\', '{', ']', ',', ':', '0', '-', 'e', '\u0000', '\n', '\\u00', 'true'),
  )
  const start = '{"a":[1,-2.5e3,"x\\u00e9\\n"],"b":{"c":null,"d":true},"e":""}'
  fc.assert(
    fc.property(fc.array(slip, { minLength: 1, maxLength: 3 }), (slips) => {
      const text = slips.reduce((from, [at, length, by]) => from.slice(0, at) + by + from.slice(at + length), start)
      let expected: unknown
      try {
        expected = { value: JSON.parse(text) }
      } catch {
        expected = 'refused'
      }
      const parsed = parseJson(text)
      if ('errors' in parsed && parsed.errors.every(({ code }) => code === 'duplicate' || code === 'digits'))
        expect(expected).not.toBe('refused')
      else expect('errors' in parsed ? 'refused' : parsed).toEqual(expected)
    }),
    { numRuns: 5000 },
  )
})

test('twins are found at their pointer, however they are spelled', () => {
  expect(errorsOf('{"a":1,"a":2}')).toEqual(['/a duplicate'])
  expect(errorsOf('{"a/b":[{"~":1,"\\u007e":2}]}')).toEqual(['/a~1b/0/~0 duplicate'])
  expect(errorsOf('{"__proto__":1,"__proto__":2}')).toEqual(['/__proto__ duplicate'])
  expect(errorsOf('[{"a":1},{"a":1}]')).toEqual([])
})

test('numbers without end are found at their pointer', () => {
  expect(errorsOf(`{"a":[1${'0'.repeat(1000)}]}`)).toEqual(['/a/0 digits'])
  expect(errorsOf('[9007199254740993,1e400,-1e-400,1e1001,1E-1001]')).toEqual(['/3 digits', '/4 digits'])
})

test('nesting has a bound, and a deep bomb ends quickly', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  expect(errorsOf(nested(64))).toEqual([])
  expect(errorsOf(nested(65))).toEqual([' format'])
  expect(errorsOf(nested(3), 2)).toEqual([' format'])
  expect(errorsOf('{"a":'.repeat(1_000_000))).toEqual([' format'])
})

test('the sentence says where', () => {
  const parsed = parseJson('{\n  "a": tru\n}')
  expect('errors' in parsed && parsed.errors[0]?.message).toBe(
    'This is not JSON: at line 2, column 8, a value was expected but found "t".',
  )
})

test('a member named __proto__ is a member', () => {
  const parsed = parseJson('{"__proto__":{"isAdmin":true}}')
  expect('value' in parsed && Object.keys(parsed.value as object)).toEqual(['__proto__'])
  expect('value' in parsed && (parsed.value as { isAdmin?: boolean }).isAdmin).toBeUndefined()
})
