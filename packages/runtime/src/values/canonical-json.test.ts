import canonicalize from 'canonicalize'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonicalJson } from './canonical-json.ts'
import { parseExact } from './exact-json.ts'
import type { Json } from './json.ts'

test('the example of RFC 8785 section 3.2.2', () => {
  const value = JSON.parse(
    '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}',
  ) as Json
  expect(canonicalJson(value)).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  )
})

test('members are sorted by UTF-16 code unit: the example of section 3.2.3', () => {
  const value = {
    '\u20ac': 'Euro Sign',
    '\r': 'Carriage Return',
    '\ufb33': 'Hebrew Letter Dalet With Dagesh',
    '1': 'One',
    '\u{1f600}': 'Emoji: Grinning Face',
    '\u0080': 'Control',
    '\u00f6': 'Latin Small Letter O With Diaeresis',
  }
  const names = Object.values(JSON.parse(canonicalJson(value)) as Record<string, string>)
  expect(canonicalJson(value).indexOf('Carriage')).toBeLessThan(canonicalJson(value).indexOf('One'))
  const order = [
    'Carriage Return',
    'One',
    'Control',
    'Latin Small Letter O With Diaeresis',
    'Euro Sign',
    'Emoji: Grinning Face',
    'Hebrew Letter Dalet With Dagesh',
  ]
  expect([...names].sort((a, b) => canonicalJson(value).indexOf(a) - canonicalJson(value).indexOf(b))).toEqual(order)
})

test('the numbers of appendix B', () => {
  const bits: readonly (readonly [string, string])[] = [
    ['0000000000000000', '0'],
    ['8000000000000000', '0'],
    ['0000000000000001', '5e-324'],
    ['7fefffffffffffff', '1.7976931348623157e+308'],
    ['4340000000000000', '9007199254740992'],
    ['44b52d02c7e14af5', '9.999999999999997e+22'],
    ['44b52d02c7e14af6', '1e+23'],
    ['444b1ae4d6e2ef4e', '999999999999999700000'],
    ['3eb0c6f7a0b5ed8d', '0.000001'],
    ['41b3de4355555553', '333333333.3333332'],
    ['becbf647612f3696', '-0.0000033333333333333333'],
  ]
  for (const [hex, text] of bits) expect(canonicalJson(Buffer.from(hex, 'hex').readDoubleBE())).toBe(text)
})

test('the order of members does not matter, and what is written reads back equal', () => {
  const json = fc.jsonValue({ stringUnit: 'binary' }) as fc.Arbitrary<Json>
  const shuffled = (value: Json): Json =>
    Array.isArray(value)
      ? value.map(shuffled)
      : value === null || typeof value !== 'object'
        ? value
        : Object.fromEntries(
            Object.entries(value)
              .reverse()
              .map(([name, each]) => [name, shuffled(each)]),
          )
  fc.assert(
    fc.property(json, (value) => {
      expect(canonicalJson(shuffled(value))).toBe(canonicalJson(value))
      expect(canonicalJson(JSON.parse(canonicalJson(value)) as Json)).toBe(canonicalJson(value))
    }),
  )
})

test('random values come out as they do from another implementation', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      expect(canonicalJson(value as Json)).toBe(canonicalize(value))
    }),
    { numRuns: 2000 },
  )
})

test('a number that a float64 does not hold keeps its digits', () => {
  const text = '{"b":12345678901234567890.5,"a":[0.1,1e400]}'
  expect(canonicalJson(parseExact(text))).toBe('{"a":[0.1,1e400],"b":12345678901234567890.5}')
})
