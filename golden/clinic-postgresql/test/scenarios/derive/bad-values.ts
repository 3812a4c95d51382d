import {
  type Json,
  type Member,
  readingAt,
  readMember,
  type ServiceModel,
  scaledOf,
  type TextFormat,
  type Type,
} from '../../../src/runtime/index.ts'
import { textOfPattern } from '../examples/index.ts'
import { goodValues } from './good-values.ts'

/** A value that breaks exactly one constraint, and how the service must name it. */
export interface BadValue {
  readonly value: Json
  readonly code: string
  /** Where inside the value. */
  readonly path: string
}

/** Bad values of a member, as the runtime's own reader names them: one for each constraint first, then others that break the same. */
export const badValues = (
  member: Member,
  { types, characters }: Pick<ServiceModel, 'types' | 'characters'>,
): readonly (readonly BadValue[])[] => {
  const found = new Map<string, BadValue[]>()
  for (const value of candidates(member.type, types)) {
    const reading = { ...readingAt('2026-06-15T12:00:00Z', types), ...(characters && { characters }) }
    readMember(member, value, '', reading)
    const [error] = reading.errors
    if (reading.errors.length !== 1 || !error) continue
    const id = `${error.path} ${error.code} ${error.code === 'pattern' ? value : typeof value}`
    const bad = { value, code: error.code, path: error.path }
    const alike = found.get(id)
    if (alike) alike.push(bad)
    else found.set(id, [bad])
  }
  return [...found.values()]
}

const candidates = (given: Type, types: Readonly<Record<string, Type>>): readonly Json[] => {
  const type = given.kind === 'named' ? (types[given.name] ?? given) : given
  const common: readonly Json[] = [null]
  switch (type.kind) {
    case 'text':
      return [
        ...common,
        7,
        true,
        ['x'],
        'a\u0000b',
        // Where a style carries no such characters.
        'a\u0001b',
        'a\uffffb',
        ...(type.lengthMin ? ['x'.repeat(type.lengthMin - 1)] : []),
        ...(type.lengthMax !== undefined && type.lengthMax < 30_000
          ? ['x'.repeat(type.lengthMax + 1), '😀'.repeat(type.lengthMax + 1)]
          : []),
        ...(type.pattern === undefined ? [] : aroundPattern(type.pattern)),
        ...(type.format ? ['not one', ...unlike[type.format]] : []),
      ]
    case 'int32':
      return [...common, '7', 1.5, 2 ** 31, -(2 ** 31) - 1, ...bounds(type.min, type.max)]
    case 'float64':
      return [...common, '1.5', true, ...bounds(type.min, type.max)]
    case 'int64':
      return [
        ...common,
        ...(type.isNumber ? ['7', 1.5] : [true, 1.5, '7.0', '07', '9223372036854775808', 'seven']),
        ...[type.min && BigInt(type.min) - 1n, type.max && BigInt(type.max) + 1n]
          .filter((each): each is bigint => typeof each === 'bigint')
          .map((each) => (type.isNumber ? Number(each) : each.toString()))
          // Past the exact numbers of JSON the reader of JSON itself refuses it, under another name.
          .filter((each) => typeof each === 'string' || Number.isSafeInteger(each)),
      ]
    case 'decimal':
      return [
        ...common,
        true,
        'seven',
        '1e2',
        '01',
        `0.${'1'.repeat(type.scale + 1)}`,
        `1${'0'.repeat(type.precision - type.scale)}`,
        ...(type.min === undefined ? [] : [below(type.min, type.scale)]),
        ...(type.max === undefined ? [] : [above(type.max, type.scale)]),
      ]
    case 'boolean':
      return [...common, 'true', 1]
    case 'date':
      return [
        ...common,
        '2025-02-30',
        '2025-2-3',
        '1900-02-29',
        '2025-04-31',
        '2025-13-01',
        '2025-00-10',
        '2025-01-00',
        '0000-01-01',
        7,
        '2025-01-01T00:00:00Z',
        ...(type.max ? ['9999-12-31'] : []),
        ...(type.min ? ['0001-01-01'] : []),
      ]
    case 'time':
      return [...common, '24:00:00', '9:00', 7, '09:00:00Z', '09:00:00.1234567']
    case 'dateTime':
      return [...common, '2025-01-01T00:00:00Z', '2025-01-01 00:00:00', 7]
    case 'instant':
      return [
        ...common,
        '2025-02-28T25:00:00Z',
        '2025-02-28T10:00:00',
        '2025-02-28T10:00:00+01:00',
        '2025-02-28T10:00:00.1234567Z',
        7,
        ...(type.max ? ['9999-12-31T00:00:00Z'] : []),
        ...(type.min ? ['0001-01-01T00:00:00Z'] : []),
      ]
    case 'duration':
      return [...common, 'P1M', 'PT', '1h', 7]
    case 'uuid':
      return [...common, 'not a uuid', '0190F5C6-7B1E-7C3A-9A55-3F2D5E8B1C4D', 7]
    case 'bytes':
      return [
        ...common,
        '====',
        'YWI',
        'YWJ=',
        'YR==',
        7,
        ...(type.lengthMax !== undefined && type.lengthMax < 30_000
          ? [Buffer.alloc(type.lengthMax + 1).toString('base64'), Buffer.alloc(type.lengthMax + 2).toString('base64')]
          : []),
      ]
    case 'enum':
      return [...common, 'not one of them', type.values[0]?.toUpperCase() ?? '', 7]
    case 'array':
      return [
        ...common,
        'x',
        {},
        ...(type.lengthMin ? [[]] : []),
        ...pastMost(type.items, type.lengthMax, types),
        ...candidates(type.items, types).map((item) => [item]),
      ]
    case 'vector':
      return [
        ...common,
        [],
        Array.from({ length: type.size + 1 }, () => 0),
        Array.from({ length: type.size }, () => '0'),
      ]
    case 'map':
      return [
        ...common,
        [],
        'x',
        ...pastMost(type.values, type.lengthMax, types).map((items) =>
          Object.fromEntries(items.map((item, at) => [`key ${at}`, item])),
        ),
        ...candidates(type.values, types).map((value) => ({ key: value })),
        ...goodEntries(type.values, types).flatMap((value) => [{ 'a\u0000b': value }, { 'a\u0001b': value }]),
      ]
    case 'record':
      return [...common, [], 'x']
    case 'union':
      return [...common, [], {}, { [type.tag]: 'not a variant' }]
    default:
      return common
  }
}

/** What is nearly of a format. */
const unlike: Readonly<Record<TextFormat, readonly string[]>> = {
  email: ['a@b', '@b.example', 'a b@c.example', 'a@-b.example'],
  uri: ['//a', 'https://a b', '1a:x'],
  phone: ['14155550100', '+0123456789', '+1 415'],
  hostname: ['-a', 'a-', 'a..b', 'a_b'],
  ip: [
    '256.0.0.1',
    '1.2.3',
    '1:2',
    ':::',
    '1::2::3',
    'dead',
    '12345::',
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4::5:6:7:8',
    '::ffff:1.2.3.400',
    '1.2.3.4::',
    '1:2:3:4:5:6:7:1.2.3.4',
    `::${'0'.repeat(50)}1`,
  ],
  country: ['nz', 'NZL'],
  currency: ['EU', 'eur'],
}

const goodEntries = (type: Type, types: Readonly<Record<string, Type>>): readonly Json[] =>
  goodValues({ name: 'item', type, isOptional: false }, types)
    .slice(0, 1)
    .map(({ value }) => value)

/** One item more than there may be, each of them good. */
const pastMost = (
  type: Type,
  most: number | undefined,
  types: Readonly<Record<string, Type>>,
): readonly (readonly Json[])[] => {
  const [good] = goodValues({ name: 'item', type, isOptional: false }, types)
  return most === undefined || most > 100 || !good ? [] : [Array.from({ length: most + 1 }, () => good.value)]
}

/** Nothing of it, and texts of which a part alone matches: the whole must (docs/semantics.md, Pattern). */
const aroundPattern = (pattern: string): readonly string[] => {
  const text = textOfPattern(pattern, 0)
  return ['\u00a1', '', ...(text === null ? [] : [`${text}\u00a1`, `\u00a1${text}`, `${text}\n`])]
}

const bounds = (min: number | undefined, max: number | undefined): readonly number[] => [
  ...(min === undefined ? [] : [min - 1]),
  ...(max === undefined ? [] : [max + 1]),
]

const below = (bound: string, scale: number): string => textOf(scaledOf(bound, scale) - 1n, scale)
const above = (bound: string, scale: number): string => textOf(scaledOf(bound, scale) + 1n, scale)

const textOf = (scaled: bigint, scale: number): string => {
  if (scale === 0) return scaled.toString()
  const digits = (scaled < 0n ? -scaled : scaled).toString().padStart(scale + 1, '0')
  return `${scaled < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}
