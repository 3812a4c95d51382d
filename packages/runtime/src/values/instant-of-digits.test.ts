import fc from 'fast-check'
import { expect, test } from 'vitest'
import { instantOfDigits, instantOfMicros } from './temporal.ts'

test('digits of a row read as the instant that big integers give', () => {
  fc.assert(
    fc.property(fc.bigInt(-62_135_596_800_000_000n, 253_402_300_799_999_999n), (micros) => {
      expect(instantOfDigits(micros.toString())).toBe(instantOfMicros(micros))
    }),
    { numRuns: 5000 },
  )
})

test('leap days, ends of years and of centuries', () => {
  for (const date of [
    '2000-02-29',
    '2024-02-29',
    '2024-12-31',
    '2100-02-28',
    '2100-03-01',
    '1970-01-01',
    '2255-01-01',
  ]) {
    const micros = BigInt(Date.parse(`${date}T23:59:59Z`)) * 1000n
    expect(instantOfDigits(micros.toString())).toBe(`${date}T23:59:59Z`)
  }
})
