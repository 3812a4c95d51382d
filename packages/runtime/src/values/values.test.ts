import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { comparePoints, compareValues } from './compare.ts'
import { parseExact } from './exact-json.ts'
import type { Json } from './json.ts'
import { decimalText, scaledOf } from './number.ts'
import { readMembers, readValue } from './read.ts'
import { readingAt } from './read-context.ts'
import { readText, textOf } from './read-text.ts'
import {
  durationMicros,
  durationText,
  instantOf,
  instantOfDigits,
  instantOfMicros,
  isDate,
  microsOf,
} from './temporal.ts'
import { lengthOf } from './text.ts'
import type { Type } from './type.ts'

const now = '2026-03-31T14:30:00Z'

const read = (type: Type, value: Json): Json | undefined => readValue(type, value, '', readingAt(now))

/** Codes of what is wrong, or the canonical value. */
const codes = (type: Type, value: Json): readonly string[] => {
  const reading = readingAt(now)
  const canonical = readValue(type, value, '', reading)
  return canonical === undefined ? [...reading.errors].map(({ code }) => code) : [`= ${JSON.stringify(canonical)}`]
}

const types: readonly Type[] = [
  { kind: 'text' },
  { kind: 'int32' },
  { kind: 'int64' },
  { kind: 'int64', min: '0', max: '9007199254740991', isNumber: true },
  { kind: 'decimal', precision: 12, scale: 3 },
  { kind: 'decimal', precision: 5, scale: 0 },
  { kind: 'float64' },
  { kind: 'boolean' },
  { kind: 'date' },
  { kind: 'time' },
  { kind: 'dateTime' },
  { kind: 'instant' },
  { kind: 'duration' },
  { kind: 'uuid' },
  { kind: 'bytes' },
  { kind: 'enum', values: ['a', 'b c', ''] },
]

const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: length }).map((each) => each.join(''))
const two = (most: number) => fc.integer({ min: 0, max: most }).map((each) => String(each).padStart(2, '0'))
const clock = fc
  .tuple(two(24), two(61), two(61), fc.option(digits(7)))
  .map(([h, m, s, f]) => `${h}:${m}:${s}${f === null ? '' : `.${f}`}`)
const day = fc
  .tuple(fc.integer({ min: 0, max: 9999 }), two(13), two(32))
  .map(([y, m, d]) => `${String(y).padStart(4, '0')}-${m}-${d}`)
const nearly: fc.Arbitrary<Json> = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom<Json>(true, false, null, -0, 2 ** 31, -(2 ** 31), 2 ** 53, 'a', 'b c', '', [], {}),
  fc.uuid(),
  fc.base64String(),
  fc
    .tuple(fc.constantFrom('', '-', '+'), digits(14), fc.option(digits(5)))
    .map(([sign, a, b]) => `${sign}${a}${b === null ? '' : `.${b}`}`),
  day,
  clock,
  fc.tuple(day, clock, fc.constantFrom('', 'Z', '+00:00')).map(([d, t, z]) => `${d}T${t}${z}`),
  fc
    .tuple(
      fc.constantFrom('', '-'),
      fc.option(digits(9)),
      fc.option(digits(9)),
      fc.option(digits(9)),
      fc.option(digits(12)),
    )
    .map(
      ([sign, d, h, m, s]) =>
        `${sign}P${d ? `${d}D` : ''}${h || m || s ? `T${h ? `${h}H` : ''}${m ? `${m}M` : ''}${s ? `${s}S` : ''}` : ''}`,
    ),
)

test('a canonical value reads as itself, and has a spelling in an address that reads back', () => {
  fc.assert(
    fc.property(fc.constantFrom(...types), nearly, (type, value) => {
      const canonical = read(type, value)
      if (canonical === undefined) return
      expect(Object.is(read(type, canonical), canonical)).toBe(true)
      expect(readText(type, textOf(canonical))).toEqual(canonical)
      expect(JSON.stringify(canonical)).toBe(JSON.stringify(JSON.parse(JSON.stringify(canonical))))
    }),
    { numRuns: 20_000 },
  )
})

test('nothing is coerced: a value of another JSON kind is always a wrong type', () => {
  const textual = new Set([
    'text',
    'decimal',
    'date',
    'time',
    'dateTime',
    'instant',
    'duration',
    'uuid',
    'bytes',
    'enum',
  ])
  for (const type of types)
    for (const value of ['1', 1, true, [], {}] as const) {
      const fits =
        typeof value === 'string'
          ? textual.has(type.kind) || (type.kind === 'int64' && !type.isNumber)
          : typeof value === 'number'
            ? ['int32', 'int64', 'float64', 'decimal'].includes(type.kind)
            : typeof value === 'boolean' && type.kind === 'boolean'
      if (!fits) expect([type.kind, value, codes(type, value)]).toEqual([type.kind, value, ['wrong-type']])
    }
})

test('null is no value, except of json', () => {
  for (const type of types) expect(codes(type, null)).toEqual(['null'])
  expect(codes({ kind: 'json' }, null)).toEqual(['= null'])
})

describe('numbers', () => {
  test('int32 ends at 32 bits', () => {
    expect(codes({ kind: 'int32' }, 2_147_483_647)).toEqual(['= 2147483647'])
    expect(codes({ kind: 'int32' }, -2_147_483_648)).toEqual(['= -2147483648'])
    expect(codes({ kind: 'int32' }, 2_147_483_648)).toEqual(['too-large'])
    expect(codes({ kind: 'int32' }, -2_147_483_649)).toEqual(['too-small'])
    expect(codes({ kind: 'int32' }, 1.5)).toEqual(['wrong-type'])
    expect(Object.is(read({ kind: 'int32' }, -0), 0)).toBe(true)
  })

  test('int64 ends at 64 bits, in digits', () => {
    const limits = ['-9223372036854775808', '9223372036854775807']
    for (const limit of limits) expect(codes({ kind: 'int64' }, limit)).toEqual([`= "${limit}"`])
    expect(codes({ kind: 'int64' }, '9223372036854775808')).toEqual(['too-large'])
    expect(codes({ kind: 'int64' }, '-9223372036854775809')).toEqual(['too-small'])
    for (const wrong of ['01', '1.0', '1e3', ' 1', '+1', '', '-'])
      expect([wrong, codes({ kind: 'int64' }, wrong)]).toEqual([wrong, ['format']])
    expect(codes({ kind: 'int64' }, '-0')).toEqual(['= "0"'])
  })

  const decimal = fc
    .tuple(fc.integer({ min: 1, max: 18 }), fc.nat(18))
    .map(([precision, scale]) => ({ kind: 'decimal' as const, precision, scale: Math.min(scale, precision) }))

  test('a decimal keeps its digits exactly: against integers of any size', () => {
    fc.assert(
      fc.property(decimal, fc.bigInt({ min: -(10n ** 19n), max: 10n ** 19n }), (type, scaled) => {
        const text = decimalText(scaled, type.scale)
        expect(scaledOf(text, type.scale)).toBe(scaled)
        const size = scaled < 0n ? -scaled : scaled
        expect(read(type, text)).toBe(size < 10n ** BigInt(type.precision) ? text : undefined)
      }),
    )
  })

  test('decimals have the order of what they stand for', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
        fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
        (a, b) => {
          const type: Type = { kind: 'decimal', precision: 14, scale: 2 }
          expect(Math.sign(compareValues(type, decimalText(a, 2), decimalText(b, 2)))).toBe(a < b ? -1 : a > b ? 1 : 0)
        },
      ),
    )
  })

  test('excess digits of a decimal are an error, never rounded; bounds are inclusive', () => {
    const type: Type = { kind: 'decimal', precision: 5, scale: 2, min: '0', max: '100.00' }
    expect(codes(type, '1.5')).toEqual(['= "1.50"'])
    expect(codes(type, '-0')).toEqual(['= "0.00"'])
    expect(codes(type, '1.505')).toEqual(['digits'])
    expect(codes(type, '1000')).toEqual(['digits'])
    expect(codes(type, '100.01')).toEqual(['too-large'])
    expect(codes(type, '100')).toEqual(['= "100.00"'])
    expect(codes(type, '-0.01')).toEqual(['too-small'])
    for (const wrong of ['1e2', '.5', '5.', '00.5', '1,5', 'NaN', '']) expect(codes(type, wrong)).toEqual(['format'])
  })
})

describe('text', () => {
  test('length counts code points', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(lengthOf(text)).toBe([...text].length)
      }),
    )
    expect(codes({ kind: 'text', lengthMax: 1 }, '😀')).toEqual(['= "😀"'])
    expect(codes({ kind: 'text', lengthMax: 1 }, '👩‍👩')).toEqual(['too-long'])
    expect(codes({ kind: 'text', lengthMin: 1 }, '')).toEqual(['too-short'])
  })

  test('NUL and halves of surrogate pairs are refused; nothing is trimmed or normalised', () => {
    for (const wrong of ['a\u0000', '\ud800', 'x\udc00y']) expect(codes({ kind: 'text' }, wrong)).toEqual(['format'])
    for (const kept of [' a ', 'e\u0301', '\u00e9', '\r\n', '\ufeff']) expect(read({ kind: 'text' }, kept)).toBe(kept)
  })

  test('a pattern and every other constraint are reported together, but for what is too long to be looked at', () => {
    expect(codes({ kind: 'text', lengthMin: 2, pattern: '[a-z]*' }, 'A')).toEqual(['too-short', 'pattern'])
    for (const more of [{ pattern: '[a-z]*' }, { format: 'email' }] as const)
      expect(codes({ kind: 'text', lengthMax: 2, ...more }, 'ABC')).toEqual(['too-long'])
  })

  test.each([
    ['email', ['a@b.example', "o'neil+x@sub.b.example"], ['a@b', '@b.example', 'a b@c.example', 'a@-b.example']],
    ['uri', ['https://a.example/x?y#z', 'urn:a:b'], ['//a', 'a b', 'https://a b', '1a:x']],
    ['phone', ['+14155550100'], ['14155550100', '+0123456789', '+1 415']],
    ['hostname', ['a', 'a.b-c.example'], ['-a', 'a-', 'a..b', 'a_b']],
    [
      'ip',
      ['127.0.0.1', '::1', '2001:db8::1', '1:2:3:4:5:6:7:8', '::ffff:192.0.2.1', '::'],
      [
        '256.0.0.1',
        '1.2.3',
        '1:2',
        ':::',
        '1::2::3',
        'dead',
        '12345::',
        '::ffff:1.2.3.400',
        '1.2.3.4::',
        '1:2:3:4:5:6:7:1.2.3.4',
      ],
    ],
    ['country', ['NZ'], ['nz', 'NZL']],
    ['currency', ['EUR'], ['EU', 'eur']],
  ] as const)('%s', (format, right, wrong) => {
    for (const text of right) expect(codes({ kind: 'text', format }, text)).toEqual([`= ${JSON.stringify(text)}`])
    for (const text of wrong) expect([text, codes({ kind: 'text', format }, text)]).toEqual([text, ['format']])
  })

  test('what a format wants is named in words', () => {
    const said = (['email', 'uri', 'phone', 'hostname', 'ip', 'country', 'currency'] as const).map((format) => {
      const reading = readingAt('2026-01-01T00:00:00Z')
      readValue({ kind: 'text', format }, '!', '', reading)
      return [...reading.errors][0]?.message
    })
    expect(said.every((each) => /^This is not an? [a-zA-Z][^{}[\]]*\.$/.test(each ?? ''))).toBe(true)
  })

  test('the order of text is that of code points, as UTF-8 bytes have it', () => {
    const text = fc.string({ unit: 'binary' })
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(Math.sign(comparePoints(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)))
      }),
    )
    expect(comparePoints('\uffff', '😀')).toBeLessThan(0)
  })
})

describe('calendar', () => {
  test('a day is one exactly when the proleptic Gregorian calendar has it', () => {
    fc.assert(
      fc.property(day, (text) => {
        const [year = 0, month = 0, of = 0] = text.split('-').map(Number)
        const date = new Date(0)
        date.setUTCFullYear(year, month - 1, of)
        const exists =
          year > 0 && date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === of
        expect(isDate(text)).toBe(exists)
      }),
      { numRuns: 5000 },
    )
    expect(['1900-02-29', '2000-02-29', '2100-02-29', '0000-01-01', '2026-2-1'].map(isDate)).toEqual([
      false,
      true,
      false,
      false,
      false,
    ])
  })

  test.each([
    ['2026-03-31T16:30:00+02:00', '2026-03-31T14:30:00Z'],
    ['2026-01-01T00:15:00.250+0530', '2025-12-31T18:45:00.25Z'],
    ['2026-12-31 23:00:00-02:00', '2027-01-01T01:00:00Z'],
    // Before year 1; and a day that there is not.
    ['0001-01-01T00:00:00+01:00', '2026-03-31T14:30:00Z'],
    ['2026-02-30T00:00:00+01:00', '2026-03-31T14:30:00Z'],
  ])('of %s, the instant to write is said: %s', (given, said) => {
    const reading = readingAt(now)
    expect(readValue({ kind: 'instant' }, given, '', reading)).toBeUndefined()
    expect([...reading.errors].map(({ message }) => message)).toEqual([
      `Give an instant in UTC like ${said}, with at most six fraction digits.`,
    ])
  })

  const micros = fc.bigInt({ min: -62_135_596_800_000_000n, max: 253_402_300_799_999_999n })

  test('an instant and its microseconds are one, from year 1 to 9999', () => {
    fc.assert(
      fc.property(micros, (at) => {
        const text = instantOfMicros(at) ?? ''
        expect(instantOf(text)).toBe(text)
        expect(microsOf(text)).toBe(at)
        expect(instantOfDigits(String(at))).toBe(text)
      }),
      { numRuns: 5000 },
    )
    expect(instantOfMicros(-62_135_596_800_000_001n)).toBeUndefined()
    expect(instantOfMicros(253_402_300_800_000_000n)).toBeUndefined()
  })

  test('instants have the order of time, whatever their fractions', () => {
    fc.assert(
      fc.property(micros, fc.bigInt({ min: -2_000_000n, max: 2_000_000n }), (at, step) => {
        const [a, b] = [instantOfMicros(at), instantOfMicros(at + step)]
        if (a && b) expect(Math.sign(compareValues({ kind: 'instant' }, a, b))).toBe(step > 0n ? -1 : step < 0n ? 1 : 0)
      }),
    )
  })

  test('an instant has one canonical form, and what could be two is refused', () => {
    expect(codes({ kind: 'instant' }, '2026-03-31T14:30:00.500Z')).toEqual(['= "2026-03-31T14:30:00.5Z"'])
    expect(codes({ kind: 'instant' }, '2026-03-31T14:30:00.000Z')).toEqual(['= "2026-03-31T14:30:00Z"'])
    for (const wrong of [
      '2026-03-31T14:30:00',
      '2026-03-31T14:30:00+00:00',
      '2026-03-31t14:30:00z',
      '2026-03-31T14:30:60Z',
      '2026-03-31T24:00:00Z',
      '2026-03-31T14:30Z',
      '2026-03-31T14:30:00.1234567Z',
      '0000-12-31T00:00:00Z',
    ])
      expect([wrong, codes({ kind: 'instant' }, wrong)]).toEqual([wrong, ['format']])
  })

  test('today and now are those of the reading, bounds inclusive', () => {
    expect(codes({ kind: 'date', max: 'today' }, '2026-03-31')).toEqual(['= "2026-03-31"'])
    expect(codes({ kind: 'date', max: 'today' }, '2026-04-01')).toEqual(['too-large'])
    expect(codes({ kind: 'instant', min: 'now' }, '2026-03-31T14:29:59.999999Z')).toEqual(['too-small'])
    expect(codes({ kind: 'instant', min: 'now' }, now)).toEqual([`= "${now}"`])
  })

  test('a duration and its microseconds are one', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 19n), max: 10n ** 19n }), (size) => {
        expect(durationMicros(durationText(size))).toBe(size)
      }),
    )
  })

  test.each([
    ['PT90M', 'PT1H30M'],
    ['PT24H', 'P1D'],
    ['P1DT0S', 'P1D'],
    ['-PT0.50S', '-PT0.5S'],
    ['-PT0S', 'PT0S'],
    ['P0D', 'PT0S'],
  ])('%s is %s', (given, canonical) => expect(read({ kind: 'duration' }, given)).toBe(canonical))

  test.each(['P', 'PT', 'P1Y', 'P1M', 'P1W', '1D', 'P1DT', 'PT1S1M', 'P-1D', 'PT1.5M', 'PT.5S'])(
    '%s is no duration',
    (text) => expect(codes({ kind: 'duration' }, text)).toEqual(['format']),
  )
})

test('bytes have one spelling and a length before base64', () => {
  fc.assert(
    fc.property(fc.uint8Array(), (bytes) => {
      const text = Buffer.from(bytes).toString('base64')
      expect(read({ kind: 'bytes' }, text)).toBe(text)
      expect(codes({ kind: 'bytes', lengthMax: bytes.length }, text)).toEqual([`= "${text}"`])
      if (bytes.length > 0) expect(codes({ kind: 'bytes', lengthMax: bytes.length - 1 }, text)).toEqual(['too-long'])
    }),
  )
  for (const wrong of ['QQ', 'QR==', 'QUJ=', 'Q===', 'QQ==\n', 'Q-__'])
    expect(codes({ kind: 'bytes' }, wrong)).toEqual(['format'])
})

test('a uuid is in lower case', () => {
  expect(codes({ kind: 'uuid' }, '0190F5C6-7B1E-7C3A-9A55-3F2D5E8B1C4D')).toEqual(['format'])
})

describe('what holds other values', () => {
  const member = (name: string, type: Type, more = {}) => ({ name, type, isOptional: false, ...more })
  const members = [
    member('a', { kind: 'int32' }),
    member('b', { kind: 'text' }, { isOptional: true }),
    member('c', { kind: 'text' }, { default: { kind: 'value', value: 'made' } }),
  ]

  test('every error at once, each at its pointer', () => {
    const reading = readingAt(now)
    expect(readMembers(members, { a: 'x', 'd/~': 1, c: 2 }, '/body', reading)).toBeUndefined()
    expect([...reading.errors].map(({ path, code }) => [path, code])).toEqual([
      ['/body/d~1~0', 'unknown'],
      ['/body/a', 'wrong-type'],
      ['/body/c', 'wrong-type'],
    ])
  })

  test('absent members take their default, or null where they are optional', () => {
    expect(readMembers(members, { a: 1 }, '', readingAt(now))).toEqual({ a: 1, b: null, c: 'made' })
    const reading = readingAt(now)
    readMembers(members, {}, '', reading)
    expect([...reading.errors].map(({ path, code }) => [path, code])).toEqual([['/a', 'required']])
  })

  test('members of every object are not members of this one', () => {
    const reading = readingAt(now)
    readMembers(members, JSON.parse('{ "a": 1, "__proto__": {}, "constructor": 1 }') as Json, '', reading)
    expect([...reading.errors].map(({ path }) => path)).toEqual(['/__proto__', '/constructor'])
    const inherited = readMembers(
      [member('constructor', { kind: 'text' }, { isOptional: true })],
      {},
      '',
      readingAt(now),
    )
    expect(Object.entries(inherited ?? {})).toEqual([['constructor', null]])
  })

  test('arrays, maps, unions and vectors hold what they say', () => {
    expect(codes({ kind: 'array', items: { kind: 'int32' }, lengthMin: 1, lengthMax: 2 }, [])).toEqual(['too-short'])
    expect(codes({ kind: 'array', items: { kind: 'int32' }, lengthMax: 2 }, [1, 2, 3])).toEqual(['too-long'])
    expect(codes({ kind: 'array', items: { kind: 'int32' } }, [1, 'x', null])).toEqual(['wrong-type', 'null'])
    expect(codes({ kind: 'vector', size: 2 }, [1, 0.5])).toEqual(['= [1,0.5]'])
    expect(codes({ kind: 'vector', size: 2 }, [1])).toEqual(['too-short'])
    expect(codes({ kind: 'map', values: { kind: 'int32' }, lengthMax: 1 }, { a: 1, b: 2 })).toEqual(['too-long'])
    const union: Type = { kind: 'union', tag: 'kind', variants: { card: [member('number', { kind: 'text' })] } }
    expect(codes(union, { kind: 'card', number: '1' })).toEqual(['= {"kind":"card","number":"1"}'])
    for (const wrong of [{ kind: 'cash' }, { kind: 'constructor' }, {}])
      expect(codes(union, wrong)).toEqual(['not-in-enum'])
  })
})

test('an exact number is taken for a whole number or a decimal whose answer is text', () => {
  const read = (type: Type, text: string) => {
    const reading = readingAt('2026-01-01T00:00:00Z')
    const value = readValue(type, parseExact(text), '', reading)
    return value ?? [...reading.errors].map(({ code }) => code).join()
  }
  const wide: Type = { kind: 'int64' }
  expect(['42', '1e3', '9007199254740993', '9223372036854775807'].map((text) => read(wide, text))).toEqual([
    '42',
    '1000',
    '9007199254740993',
    '9223372036854775807',
  ])
  expect(['1.5', '1.00000000000000000001', '9223372036854775808'].map((text) => read(wide, text))).toEqual([
    'format',
    'format',
    'too-large',
  ])
  const decimal: Type = { kind: 'decimal', precision: 30, scale: 20 }
  expect(['12.5', '0.10000000000000000001'].map((text) => read(decimal, text))).toEqual([
    '12.50000000000000000000',
    '0.10000000000000000001',
  ])
  expect(['1.00000000000000000001', '9007199254740993'].map((text) => read({ kind: 'int32' }, text))).toEqual([
    'wrong-type',
    'too-large',
  ])
  expect(read({ kind: 'float64' }, '0.1000000000000000055511151231257827')).toBe(0.1)
})
