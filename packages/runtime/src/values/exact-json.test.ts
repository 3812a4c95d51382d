import fc from 'fast-check'
import { expect, test } from 'vitest'
import { exactNumber, isExactNumber, parseExact } from './exact-json.ts'
import { parseJson } from './parse-json.ts'

/** Numbers as JSON spells them, of any length, with their exponents. */
const numbers = fc
  .tuple(
    fc.boolean(),
    fc.bigInt({ min: 0n, max: 10n ** 25n }),
    fc.option(fc.stringMatching(/^\d{1,25}$/)),
    fc.option(fc.integer({ min: -400, max: 400 })),
  )
  .map(
    ([isBelow, whole, fraction, exponent]) =>
      `${isBelow ? '-' : ''}${whole}${fraction === null ? '' : `.${fraction}`}${exponent === null ? '' : `e${exponent}`}`,
  )

/** Its value as a fraction of whole numbers. */
const ratioOf = (digits: string): readonly [bigint, bigint] => {
  const [, sign, whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(digits) ?? []
  const scale = Number(exponent) - fraction.length
  const number = BigInt(`${whole}${fraction}`) * (sign === '-' ? -1n : 1n)
  return scale >= 0 ? [number * 10n ** BigInt(scale), 1n] : [number, 10n ** BigInt(-scale)]
}

const areSame = (a: string, b: string): boolean => {
  const [[one, of], [other, ofOther]] = [ratioOf(a), ratioOf(b)]
  return one * ofOther === other * of
}

test('a number is written with the value that it was read with, whoever reads it', () => {
  fc.assert(
    fc.property(numbers, (digits) => {
      const text = `{"a":[${digits}]}`
      const parsed = parseJson(text)
      const written = JSON.stringify('value' in parsed ? parsed.value : null)
      expect(written).toBe(JSON.stringify(parseExact(text)))
      expect(areSame(written.slice(6, -2), digits)).toBe(true)
    }),
    { numRuns: 2000 },
  )
})

test('a number that a JavaScript number is stays one', () => {
  expect(['1', '-1.5', '1.50', '1e2', '0.1', '10000000000000000000000'].map(exactNumber)).toEqual([
    1, -1.5, 1.5, 100, 0.1, 1e22,
  ])
  expect(
    ['9007199254740993', '12345678901234567890.1', '1e999', '1e-999'].map((each) => isExactNumber(exactNumber(each))),
  ).toEqual([true, true, true, true])
})

test('what is no number is read as JSON.parse reads it', () => {
  const text = '{"a":"12345678901234567890","b":[null,true,"1e999"],"__proto__":{"rawJSON":"1"}}'
  expect(JSON.stringify(parseExact(text))).toBe(text)
  expect(isExactNumber({ rawJSON: '1' })).toBe(false)
})
