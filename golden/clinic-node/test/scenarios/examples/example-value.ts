import {
  decimalText,
  type Json,
  type Member,
  readingAt,
  readValue,
  scaledOf,
  type TextType,
  type Type,
} from '../../../src/runtime/index.ts'
import { textOfPattern } from './text-of-pattern.ts'

export interface ExampleOptions {
  readonly types: Readonly<Record<string, Type>>
  /** Different ordinals give different values wherever the type has more than one. */
  readonly ordinal: number
  /** What the value is for, so that text reads like it: a field's name. */
  readonly name: string
}

/** A valid canonical value of a type, the same each time; undefined where none could be made (an odd pattern). */
export const exampleValue = (type: Type, exampling: ExampleOptions): Json | undefined => {
  const value = make(type, exampling, 0)
  if (value === undefined) return undefined
  const reading = readingAt('2026-06-15T12:00:00Z', exampling.types)
  return readValue(type, value, '', reading)
}

const depthMax = 6

const make = (type: Type, exampling: ExampleOptions, depth: number): Json | undefined => {
  const { ordinal } = exampling
  switch (type.kind) {
    case 'text':
      return textExample(type, exampling)
    case 'int32':
    case 'float64':
      return numberExample(type.min, type.max, ordinal)
    case 'int64':
      return type.isNumber ? Number(wideExample(type.min, type.max, ordinal)) : wideExample(type.min, type.max, ordinal)
    case 'decimal':
      return decimalText(
        BigInt(
          wideExample(
            type.min && scaledOf(type.min, type.scale).toString(),
            type.max && scaledOf(type.max, type.scale).toString(),
            ordinal * 125 + 250,
            10n ** BigInt(type.precision) - 1n,
          ),
        ),
        type.scale,
      )
    case 'boolean':
      return ordinal % 2 === 0
    case 'enum':
      return type.values[ordinal % type.values.length]
    case 'uuid':
      return `0190f5c6-7b1e-7c3a-9a55-${(ordinal + 1).toString(16).padStart(12, '0')}`
    case 'bytes':
      return type.lengthMax === 0 ? '' : btoa(String.fromCharCode(ordinal % 256))
    case 'json':
      return { example: ordinal }
    case 'vector':
      return Array.from({ length: type.size }, (_, at) => at + ordinal)
    case 'array':
      return Array.from({ length: Math.max(type.lengthMin ?? 1, 1) }, (_, at) =>
        make(type.items, { ...exampling, ordinal: ordinal + at }, depth + 1),
      ).filter((item): item is Json => item !== undefined)
    case 'record':
      return recordExample(type.members, exampling, depth)
    case 'union': {
      const variants = Object.entries(type.variants)
      const [name, members] = variants[ordinal % variants.length] ?? ['', []]
      const record = recordExample(members, exampling, depth)
      return record && { [type.tag]: name, ...record }
    }
    case 'map': {
      const value = make(type.values, exampling, depth + 1)
      return value === undefined || type.lengthMax === 0 ? {} : { example: value }
    }
    case 'named': {
      const named = exampling.types[type.name]
      return named && depth < depthMax ? make(named, exampling, depth + 1) : undefined
    }
    default:
      return temporalExample(type, ordinal)
  }
}

const recordExample = (
  members: readonly Member[],
  exampling: ExampleOptions,
  depth: number,
): Record<string, Json> | undefined => {
  const record: Record<string, Json> = {}
  for (const member of members) {
    const value =
      depth >= depthMax - 1 && member.isOptional
        ? null
        : make(member.type, { ...exampling, name: member.name }, depth + 1)
    if (value === undefined && !member.isOptional) return undefined
    record[member.name] = value ?? null
  }
  return record
}

const formatExamples: Readonly<Record<NonNullable<TextType['format']>, (ordinal: number) => string>> = {
  email: (ordinal) => `person${ordinal + 1}@example.org`,
  uri: (ordinal) => `https://example.org/${ordinal + 1}`,
  phone: (ordinal) => `+1415555${String(100 + (ordinal % 900)).padStart(4, '0')}`,
  hostname: (ordinal) => `host${ordinal + 1}.example.org`,
  ip: (ordinal) => `192.0.2.${(ordinal % 254) + 1}`,
  country: (ordinal) => ['NL', 'DE', 'GB', 'US', 'FR'][ordinal % 5] ?? 'NL',
  currency: (ordinal) => ['EUR', 'USD', 'GBP', 'CHF', 'JPY'][ordinal % 5] ?? 'EUR',
}

const textExample = (type: TextType, { ordinal, name }: ExampleOptions): string | undefined => {
  if (type.pattern !== undefined) return textOfPattern(type.pattern, ordinal) ?? undefined
  if (type.format) return formatExamples[type.format](ordinal)
  const spelled = `${name
    .replace(/([A-Z])/g, ' $1')
    .trim()
    .toLowerCase()} ${ordinal + 1}`
  const most = type.lengthMax ?? spelled.length
  // Kept different where the length is short: the ordinal stands at the end.
  const fitted =
    spelled.length <= most
      ? spelled
      : `${spelled.slice(0, Math.max(most - String(ordinal + 1).length, 0))}${ordinal + 1}`.slice(0, most)
  return fitted.padEnd(type.lengthMin ?? 0, 'x')
}

const numberExample = (min: number | undefined, max: number | undefined, ordinal: number): number => {
  const start = min ?? Math.min(1, max ?? 1)
  const span = max === undefined ? 1000 : Math.max(Math.floor(max - start) + 1, 1)
  return start + (ordinal % span)
}

const wideExample = (
  min: string | undefined,
  max: string | undefined,
  ordinal: number,
  most = 2n ** 63n - 1n,
): string => {
  const top = max === undefined ? most : BigInt(max)
  const least = min === undefined ? (top < 1n ? top - 1000n : 1n) : BigInt(min)
  const span = top - least + 1n
  return (least + (BigInt(ordinal) % (span > 0n ? span : 1n))).toString()
}

type Temporal = Extract<Type, { kind: 'date' | 'time' | 'dateTime' | 'instant' | 'duration' }>

const temporalExample = (type: Temporal, ordinal: number): string => {
  const day = `2025-03-${String((ordinal % 27) + 1).padStart(2, '0')}`
  const time = `09:${String(ordinal % 60).padStart(2, '0')}:00`
  switch (type.kind) {
    case 'date':
      return within(day, type, 10)
    case 'instant':
      return within(`${day}T${time}Z`, type, 20)
    case 'time':
      return time
    case 'dateTime':
      return `${day}T${time}`
    case 'duration':
      return `PT${(ordinal % 59) + 1}M`
  }
}

/** The bound itself where the usual example lies outside; `today` and `now` are later than every usual example. */
const within = (
  usual: string,
  { min, max }: { readonly min?: string; readonly max?: string },
  length: number,
): string => {
  if (min !== undefined && (min === 'today' || min === 'now' || usual < min))
    return min === 'today' || min === 'now' ? `2999${usual.slice(4)}`.slice(0, length) : min
  return max !== undefined && max !== 'today' && max !== 'now' && usual > max ? max : usual
}
