import { errorPointer } from '../problem/problem.ts'
import { isExactNumber } from './exact-json.ts'
import type { Json, JsonObject } from './json.ts'
import { readDecimal, readFloat64, readInt32, readInt64 } from './number.ts'
import { type ReadContext, refuse } from './read-context.ts'
import { readDate, readDateTime, readDuration, readInstant, readTime } from './temporal.ts'
import { isCarried, readTextValue } from './text.ts'
import type { Member, Type } from './type.ts'

/**
 * The canonical form of a JSON value of a type, or undefined with what is wrong noted in `reading.errors` under
 * `path` (JSON Pointer). Nothing is coerced: "1" is not 1.
 */
export const readValue = (type: Type, given: Json, path: string, reading: ReadContext): Json | undefined => {
  const value = type.kind === 'json' ? given : asTyped(type, given)
  if (value === null) return type.kind === 'json' ? null : refuse(reading, path, 'null', 'This must have a value.')
  switch (type.kind) {
    case 'text':
      return typeof value === 'string' ? readTextValue(type, value, path, reading) : wrong('text', path, reading)
    case 'int32':
      return typeof value === 'number' ? readInt32(type, value, path, reading) : wrong('a number', path, reading)
    case 'int64':
      return readWide(type, value, path, reading)
    case 'decimal':
      return typeof value === 'string'
        ? readDecimal(type, value, path, reading)
        : wrong('a decimal, like "12.50" or 12.5', path, reading)
    case 'float64':
      return typeof value === 'number' ? readFloat64(type, value, path, reading) : wrong('a number', path, reading)
    case 'boolean':
      return typeof value === 'boolean' ? value : wrong('true or false', path, reading)
    case 'json':
      return value
    case 'array':
    case 'vector':
      return readList(type, value, path, reading)
    case 'record':
      return readMembers(type.members, value, path, reading)
    case 'union':
      return readUnion(type, value, path, reading)
    case 'map':
      return readMap(type, value, path, reading)
    case 'named':
      return readNamed(type.name, value, path, reading)
    default:
      return typeof value === 'string'
        ? readString(type, value, path, reading)
        : wrong(`text holding a ${type.kind}`, path, reading)
  }
}

/**
 * A number for a type: its digits where the type's own form is text; else as near as a JavaScript number comes, which for a float64 is
 * its value (RFC 8259 section 6). Of whole numbers none is near.
 */
const asTyped = (type: Type, value: Json): Json => {
  if (typeof value !== 'number' && !isExactNumber(value)) return value
  const digits = typeof value === 'number' ? String(value) : value.rawJSON
  if (type.kind === 'decimal' || (type.kind === 'int64' && !type.isNumber)) return digits
  if (typeof value === 'number') return value
  const near = Number(digits)
  // Of so little nothing would be left.
  if (type.kind === 'float64') return near === 0 ? Number.POSITIVE_INFINITY : near
  return /^-?\d+$/.test(digits) ? near : Number.NaN
}

const wrong = (expected: string, path: string, reading: ReadContext): undefined =>
  refuse(reading, path, 'wrong-type', `Give ${expected}.`)

type StringType = Extract<
  Type,
  { kind: 'date' | 'time' | 'dateTime' | 'instant' | 'duration' | 'uuid' | 'bytes' | 'enum' }
>

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

const readString = (type: StringType, value: string, path: string, reading: ReadContext): string | undefined => {
  switch (type.kind) {
    case 'date':
      return readDate(type, value, path, reading)
    case 'time':
      return readTime(value, path, reading)
    case 'dateTime':
      return readDateTime(value, path, reading)
    case 'instant':
      return readInstant(type, value, path, reading)
    case 'duration':
      return readDuration(value, path, reading)
    case 'uuid':
      return uuid.test(value)
        ? value
        : refuse(reading, path, 'format', 'Give a UUID in lower case, like 0190f5c6-7b1e-7c3a-9a55-3f2d5e8b1c4d.')
    case 'bytes':
      return readBytes(value, type.lengthMax ?? 1_048_576, path, reading)
    case 'enum':
      return type.values.includes(value)
        ? value
        : refuse(reading, path, 'not-in-enum', () => `Give one of: ${type.values.slice(0, 20).join(', ')}.`)
  }
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** RFC 4648 section 4, with padding; unused bits must be zero so that one value has one spelling. */
const readBytes = (value: string, lengthMax: number, path: string, reading: ReadContext): string | undefined => {
  if (!base64.test(value) || hasUnusedBits(value))
    return refuse(reading, path, 'format', 'Give base64 (RFC 4648 section 4), with padding.')
  const length = (value.length / 4) * 3 - (value.endsWith('==') ? 2 : value.endsWith('=') ? 1 : 0)
  return length <= lengthMax
    ? value
    : refuse(reading, path, 'too-long', `Give at most ${lengthMax} bytes; this has ${length}.`)
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

const hasUnusedBits = (value: string): boolean => {
  const unused = value.endsWith('==') ? 0b1111 : value.endsWith('=') ? 0b11 : 0
  return unused > 0 && (alphabet.indexOf(value.charAt(value.indexOf('=') - 1)) & unused) !== 0
}

const readWide = (
  type: Extract<Type, { kind: 'int64' }>,
  value: Json,
  path: string,
  reading: ReadContext,
): Json | undefined => {
  if (!type.isNumber)
    return typeof value === 'string'
      ? readInt64(type, value, path, reading)
      : wrong('a whole number, like "42" or 42', path, reading)
  if (typeof value !== 'number' || !Number.isInteger(value)) return wrong('a whole number', path, reading)
  const digits = readInt64(type, String(value), path, reading)
  return digits === undefined ? undefined : Number(digits)
}

const readList = (
  type: Extract<Type, { kind: 'array' | 'vector' }>,
  value: Json,
  path: string,
  reading: ReadContext,
): Json | undefined => {
  if (!Array.isArray(value)) return wrong('a list', path, reading)
  const found = reading.errors.length
  const [least, most] = type.kind === 'vector' ? [type.size, type.size] : [type.lengthMin, type.lengthMax]
  if (least !== undefined && value.length < least) refuse(reading, path, 'too-short', `Give at least ${least} items.`)
  if (most !== undefined && value.length > most) return refuse(reading, path, 'too-long', `Give at most ${most} items.`)
  const items: Type = type.kind === 'vector' ? { kind: 'float64' } : type.items
  const read = value.map((item, at) => readValue(items, item, `${path}/${at}`, reading))
  return reading.errors.length === found ? (read as Json[]) : undefined
}

/** An object with these members and no others. Absent members take their literal default; generated ones stay absent. */
export const readMembers = (
  members: readonly Member[],
  value: Json,
  path: string,
  reading: ReadContext,
): JsonObject | undefined => {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return wrong('an object', path, reading)
  const given = value as JsonObject
  const found = reading.errors.length
  const read: Record<string, Json> = {}
  for (const name of Object.keys(given)) {
    if (!members.some((member) => member.name === name))
      refuse(reading, `${path}${errorPointer(name)}`, 'unknown', `There is no "${name}" here.`)
  }
  for (const member of members) {
    const at = `${path}${errorPointer(member.name)}`
    const result = Object.hasOwn(given, member.name)
      ? readMember(member, given[member.name] ?? null, at, reading)
      : absent(member, at, reading)
    if (result !== undefined) read[member.name] = result
  }
  return reading.errors.length === found ? read : undefined
}

/** One member's value; null where it is optional. */
export const readMember = (member: Member, value: Json, path: string, reading: ReadContext): Json | undefined =>
  value === null && member.isOptional ? null : readValue(member.type, value, path, reading)

const absent = (member: Member, path: string, reading: ReadContext): Json | undefined => {
  if (member.default) return member.default.kind === 'value' ? member.default.value : undefined
  return member.isOptional ? null : refuse(reading, path, 'required', 'This is required.')
}

const readUnion = (
  type: Extract<Type, { kind: 'union' }>,
  value: Json,
  path: string,
  reading: ReadContext,
): Json | undefined => {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return wrong('an object', path, reading)
  const { [type.tag]: variant, ...rest } = value as JsonObject
  const members =
    typeof variant === 'string' && Object.hasOwn(type.variants, variant) ? type.variants[variant] : undefined
  if (!members)
    return refuse(
      reading,
      `${path}${errorPointer(type.tag)}`,
      'not-in-enum',
      `Give one of: ${Object.keys(type.variants).join(', ')}.`,
    )
  const read = readMembers(members, rest, path, reading)
  return read && { [type.tag]: variant as string, ...read }
}

const readMap = (
  type: Extract<Type, { kind: 'map' }>,
  value: Json,
  path: string,
  reading: ReadContext,
): Json | undefined => {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return wrong('an object', path, reading)
  const entries = Object.entries(value as JsonObject)
  if (type.lengthMax !== undefined && entries.length > type.lengthMax)
    return refuse(reading, path, 'too-long', `Give at most ${type.lengthMax} entries.`)
  const found = reading.errors.length
  const read = entries.map(([name, item]) => {
    const at = `${path}${errorPointer(name)}`
    return [name, isCarried(name, at, reading) ? readValue(type.values, item, at, reading) : undefined] as const
  })
  return reading.errors.length === found ? (Object.fromEntries(read) as JsonObject) : undefined
}

const readNamed = (name: string, value: Json, path: string, reading: ReadContext): Json | undefined => {
  const type = reading.types[name]
  if (!type) throw new Error(`type "${name}" is not declared`)
  return readValue(type, value, path, reading)
}
