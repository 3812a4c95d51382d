import { decimalText, instantOfMicros, type Json, unsaidText } from '@charter/runtime'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decode, encode, isUnsaid } from './storage.ts'
import type { Storage } from './stored-as.ts'

const instant = fc
  .bigInt({ min: -62_135_596_800_000_000n, max: 253_402_300_799_999_999n })
  .map((at) => instantOfMicros(at) ?? '')

const stored: readonly (readonly [Storage, fc.Arbitrary<Json>])[] = [
  [{ kind: 'text' }, fc.string({ unit: 'grapheme' })],
  [{ kind: 'integer' }, fc.integer()],
  [{ kind: 'real' }, fc.double({ noNaN: true, noDefaultInfinity: true })],
  [{ kind: 'boolean' }, fc.boolean()],
  [
    { kind: 'json' },
    fc
      .jsonValue({ stringUnit: 'binary' })
      .filter((value) => value !== null && !Object.is(value, -0)) as fc.Arbitrary<Json>,
  ],
  [{ kind: 'blob' }, fc.uint8Array().map((bytes) => Buffer.from(bytes).toString('base64'))],
  [{ kind: 'bigint' }, fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String)],
  [
    { kind: 'scaled', scale: 3 },
    fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }).map((scaled) => decimalText(scaled, 3)),
  ],
  [
    { kind: 'asserted', precision: 15, scale: 2 },
    fc.integer({ min: -(10 ** 12), max: 10 ** 12 }).map((scaled) => decimalText(BigInt(scaled), 2)),
  ],
  [{ kind: 'micros' }, instant],
  [{ kind: 'spacedDateTime' }, instant.map((text) => text.slice(0, -1))],
  [{ kind: 'uuidBlob' }, fc.uuid()],
  [{ kind: 'safeInteger' }, fc.maxSafeInteger()],
  [
    { kind: 'numeric', scale: 3 },
    fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }).map((scaled) => decimalText(scaled, 3)),
  ],
  [{ kind: 'date' }, instant.map((text) => text.slice(0, 10))],
  [{ kind: 'time' }, instant.map((text) => text.slice(11, -1))],
  [{ kind: 'timestamp' }, instant.map((text) => text.slice(0, -1))],
  [{ kind: 'timestamptz' }, instant],
]

test.each(stored)('$kind: what is stored reads back as it was', (storage, values) => {
  fc.assert(
    fc.property(values, (value) => {
      const bound = encode(storage, value)
      // Wide integers are selected as text, so that no driver takes them through a float.
      const given =
        storage.kind === 'bigint' || storage.kind === 'scaled' || storage.kind === 'micros' ? String(bound) : bound
      expect(JSON.stringify(decode(storage, given))).toBe(JSON.stringify(value))
    }),
  )
})

test.each([
  'EVE',
  'deadbeef',
  '7F1DE1A4-3A0E-4B7C-9D86-0F3A5E1C2B10',
  '7f1de1a43a0e4b7c9d860f3a5e1c2b10',
  '7f1de1a4-3a0e-4b7c-9d86-0f3a5e1c2b10 ',
  '',
])('text that is no uuid in canonical form is equal to none: "%s"', (text) => {
  expect(encode({ kind: 'uuidBlob' }, text)).toBeNull()
})

test('no value is NULL in every storage, both ways', () => {
  for (const [storage] of stored) expect([encode(storage, null), decode(storage, null)]).toEqual([null, null])
})

test('a moment is read in its canonical form, and a number where text is declared as its digits', () => {
  expect(decode({ kind: 'spacedDateTime' }, '2010-01-01 00:00:00.000')).toBe('2010-01-01T00:00:00')
  expect(decode({ kind: 'text' }, 7)).toBe('7')
})

test('what a type cannot say is told from no value, and a document that is null is one', () => {
  expect(isUnsaid({ kind: 'date' }, 'infinity', decode({ kind: 'date' }, 'infinity'))).toBe(true)
  expect(isUnsaid({ kind: 'date' }, null, null)).toBe(false)
  expect(isUnsaid({ kind: 'text' }, new Uint8Array([0]), decode({ kind: 'text' }, new Uint8Array([0])))).toBe(true)
  expect(isUnsaid({ kind: 'json' }, ' null', decode({ kind: 'json' }, ' null'))).toBe(false)
  expect(isUnsaid({ kind: 'json' }, 'null', decode({ kind: 'json' }, 'null'))).toBe(false)
  expect(decode({ kind: 'json' }, '[1e100,2e-300]')).toEqual([1e100, 2e-300])
  expect(isUnsaid({ kind: 'json' }, unsaidText, decode({ kind: 'json' }, unsaidText))).toBe(true)
})

test.each([
  [{ kind: 'spacedDateTime' }, 'yesterday'],
  [{ kind: 'spacedDateTime' }, '2026-02-30 10:00:00'],
  [{ kind: 'integer' }, 2147483648],
  [{ kind: 'integer' }, '-2147483649'],
  [{ kind: 'integer' }, 1.5],
  [{ kind: 'integer' }, 'seven'],
  [{ kind: 'integer' }, ''],
  [{ kind: 'integer' }, new Uint8Array([55])],
  [{ kind: 'bigint' }, '9223372036854775808'],
  [{ kind: 'bigint' }, '1.5'],
  [{ kind: 'bigint' }, 'NaN'],
  [{ kind: 'real' }, 'NaN'],
  [{ kind: 'real' }, 'much'],
  [{ kind: 'real' }, ''],
  [{ kind: 'asserted', precision: 15, scale: 2 }, ''],
  [{ kind: 'asserted', precision: 15, scale: 2 }, 'much'],
  [{ kind: 'asserted', precision: 15, scale: 2 }, 1.555],
  [{ kind: 'asserted', precision: 4, scale: 2 }, 100],
  [{ kind: 'safeInteger' }, '9007199254740993'],
  [{ kind: 'safeInteger' }, ''],
  [{ kind: 'safeInteger' }, new Uint8Array([55])],
  [{ kind: 'numeric', scale: 2 }, 'NaN'],
  [{ kind: 'numeric', scale: 2 }, '1.005'],
  [{ kind: 'numeric', precision: 4, scale: 2 }, '-100.00'],
  [{ kind: 'numeric', precision: 4, scale: 2 }, '100'],
  [{ kind: 'numeric', precision: 2, scale: 0 }, '100'],
  [{ kind: 'date' }, 'infinity'],
  [{ kind: 'date' }, '0044-03-15 BC'],
  [{ kind: 'date' }, '10000-01-01'],
  [{ kind: 'time' }, '24:00:00'],
  [{ kind: 'timestamp' }, '-infinity'],
  [{ kind: 'timestamp' }, '0044-03-15 00:00:00 BC'],
  [{ kind: 'timestamptz' }, 'infinity'],
  [{ kind: 'timestamptz' }, '10000-01-01 00:00:00+00'],
] as const)('%j: %s cannot be said', (storage, value) => {
  expect(decode(storage, value)).toBeNull()
})

test('JSON with long digits reads as it is where a number holds them, or text does', () => {
  for (const value of [{ a: '9007199254740993' }, 0.30000000000000004, [1e22], { '12345678901234567890': 1 }])
    expect(decode({ kind: 'json' }, JSON.stringify(value))).toEqual(value)
  expect(decode({ kind: 'json' }, '[10000000000000000000000, 1.00000000000000000000]')).toEqual([1e22, 1])
  const long = '{"a":[9007199254740993,0.10000000000000000001,1e999]}'
  expect(JSON.stringify(decode({ kind: 'json' }, long))).toBe(long)
})

test('digits of another scale are the same number', () => {
  expect(['99.9', '-0.10'].map((digits) => decode({ kind: 'numeric', precision: 4, scale: 2 }, digits))).toEqual([
    '99.90',
    '-0.10',
  ])
  expect(decode({ kind: 'numeric', precision: 2, scale: 2 }, '-0.10')).toBe('-0.10')
  expect(['7', '7.5', '-7.500', '0.10'].map((digits) => decode({ kind: 'numeric', scale: 2 }, digits))).toEqual([
    '7.00',
    '7.50',
    '-7.50',
    '0.10',
  ])
})
