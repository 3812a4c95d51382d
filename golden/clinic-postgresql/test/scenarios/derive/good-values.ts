import {
  decimalText,
  type Json,
  type Member,
  readingAt,
  readMember,
  type TextFormat,
  type Type,
} from '../../../src/runtime/index.ts'

/** A value that must be taken, and the one form in which it comes back. */
export interface GoodValue {
  readonly value: Json
  readonly canonical: Json
}

/** Values at the edges of a member's type that its constraints allow, with their canonical forms. */
export const goodValues = (member: Member, types: Readonly<Record<string, Type>>): readonly GoodValue[] =>
  candidates(member.type, types).flatMap((value) => {
    const reading = readingAt('2025-06-15T12:00:00Z', types)
    const canonical = readMember(member, value, '', reading)
    return reading.errors.length === 0 && canonical !== undefined ? [{ value, canonical }] : []
  })

const candidates = (given: Type, types: Readonly<Record<string, Type>>): readonly Json[] => {
  const type = given.kind === 'named' ? (types[given.name] ?? given) : given
  switch (type.kind) {
    case 'text': {
      const most = Math.min(type.lengthMax ?? 500, 500)
      return [
        '\u{1f600}'.repeat(most),
        'x'.repeat(type.lengthMin ?? 1),
        '',
        ' a  b ',
        'e\u0301 \u00e9 \u212b',
        '"\'\\\n\t%_;--',
        '\u2028',
        '__proto__',
        ...(type.format ? formed[type.format] : []),
      ]
    }
    case 'int32':
      return [type.min ?? -2_147_483_648, type.max ?? 2_147_483_647, 0, 1]
    case 'int64':
      return type.isNumber
        ? [Number(type.min ?? 0), Number(type.max ?? 0)]
        : [type.min ?? '-9223372036854775808', type.max ?? '9223372036854775807', '9007199254740993', '0']
    case 'decimal': {
      const most = decimalText(10n ** BigInt(type.precision) - 1n, type.scale)
      return [
        type.max ?? most,
        type.min ?? `-${most}`,
        '0',
        '1',
        decimalText(1n, type.scale),
        decimalText(10n ** BigInt(type.scale) * 12n, type.scale),
      ]
    }
    case 'float64':
      return [
        0.1,
        -0,
        1e300,
        5e-324,
        123456789.123,
        0.30000000000000004,
        1.7976931348623157e308,
        ...[type.min, type.max].filter((each): each is number => each !== undefined),
      ]
    case 'boolean':
      return [true, false]
    case 'date':
      return [
        '0001-01-01',
        '9999-12-31',
        '2024-02-29',
        '1900-02-28',
        ...[type.min, type.max].filter((each): each is string => each !== undefined && each !== 'today'),
      ]
    case 'time':
      return ['00:00:00', '23:59:59.999999', '09:00:00.500', '09:00:00.000000']
    case 'dateTime':
      return ['0001-01-01T00:00:00', '9999-12-31T23:59:59.999999', '2025-01-01T00:00:00.10']
    case 'instant':
      return [
        '0001-01-01T00:00:00Z',
        '9999-12-31T23:59:59.999999Z',
        '1969-12-31T23:59:59.999999Z',
        '2025-01-01T00:00:00.100000Z',
        '2025-01-01T00:00:00.000000Z',
        '2025-01-01T00:00:00.120Z',
        ...[type.min, type.max].filter((each): each is string => each !== undefined && each !== 'now'),
      ]
    case 'duration':
      return ['PT0S', 'P1DT2H3M4.5S', 'PT36H', 'PT90M', '-PT1S', 'PT0.000001S', 'PT60S']
    case 'bytes':
      return ['', 'AA==', '/+8=', btoa('x'.repeat(Math.min(type.lengthMax ?? 64, 64)))]
    case 'enum':
      return type.values
    case 'json':
      return [{}, [], 'text', 0.1, true, { b: [null, { a: 1 }], __proto__x: '\u{1f600}' }]
    case 'array':
      return [
        [],
        ...candidates(type.items, types)
          .slice(0, 3)
          .flatMap((item) => [[item, item], Array.from({ length: Math.min(type.lengthMax ?? 1, 9) }, () => item)]),
      ]
    case 'vector':
      return [Array.from({ length: type.size }, (_, at) => at / 3), Array.from({ length: type.size }, () => -1e-7)]
    case 'map':
      return [
        {},
        ...candidates(type.values, types)
          .slice(0, 2)
          .map((value) => ({ 'a key': value, '': value })),
      ]
    default:
      return []
  }
}

/** What is of a format, in each of its forms. */
const formed: Readonly<Record<TextFormat, readonly string[]>> = {
  email: ["o'neil+x@sub.b.example"],
  uri: ['https://a.example/x?y#z', 'urn:a:b'],
  phone: ['+14155550100'],
  hostname: ['a', 'a.b-c.example'],
  ip: ['127.0.0.1', '::1', '2001:db8::1', '1:2:3:4:5:6:7:8', '1:2:3:4:5:6:192.0.2.1', '::ffff:192.0.2.1', '::', '1::'],
  country: ['NZ'],
  currency: ['EUR'],
}
