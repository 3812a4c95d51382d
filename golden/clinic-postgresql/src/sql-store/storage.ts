import {
  decimalText,
  instantOf,
  instantOfDigits,
  type Json,
  microsOf,
  parseExact,
  scaledOf,
  unsaidText,
} from '../runtime/index.ts'
import type { SqlValue } from './sql-value.ts'
import type { Storage } from './stored-as.ts'

const uuidForm = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** A canonical value as the driver takes it. */
export const encode = (storage: Storage, value: Json): SqlValue => {
  if (value === null) return null
  switch (storage.kind) {
    case 'boolean':
      return value === true ? 1 : 0
    case 'bigint':
      return BigInt(value as string | number)
    case 'scaled':
      return scaledOf(value as string, storage.scale)
    case 'asserted':
      return Number(value)
    case 'micros':
      return microsOf(value as string)
    case 'json':
      return JSON.stringify(value)
    case 'blob':
      return Buffer.from(value as string, 'base64')
    case 'uuidBlob':
      // What is no uuid in canonical form is equal to none: whoever is called almost like a row is not the row's.
      return uuidForm.test(value as string) ? Buffer.from((value as string).replaceAll('-', ''), 'hex') : null
    case 'spacedDateTime':
    case 'timestamp':
    case 'utc':
      return (value as string).replace('T', ' ').replace(/Z$/, '')
    case 'timestamptz':
      return `${(value as string).slice(0, 10)} ${(value as string).slice(11, -1)}+00`
    default:
      return value as string | number
  }
}

/**
 * A stored value in canonical form; null where its type cannot say it (docs/semantics.md, Values), which `isUnsaid` tells from none.
 */
export const decode = (storage: Storage, value: SqlValue): Json => {
  if (typeof value === 'object' && (value === null || !isBlob(storage))) return null
  switch (storage.kind) {
    case 'text':
      return typeof value === 'string' ? value : String(value)
    case 'integer':
      // A column that was widened since gives digits.
      return isInt32(numberOf(value)) ? numberOf(value) : null
    case 'real':
      return Number.isFinite(numberOf(value)) ? numberOf(value) : null
    case 'boolean':
      return value === 1
    case 'bigint':
      return isInt64(String(value)) ? String(value) : null
    case 'scaled':
      return decimalText(String(value), storage.scale)
    case 'asserted':
      return assertedText(numberOf(value), storage)
    case 'micros':
      return instantOfDigits(String(value)) ?? null
    case 'json':
      return value === unsaidText ? null : parseExact(String(value))
    case 'blob':
      return typeof value === 'object' ? Buffer.from(value).toString('base64') : null
    case 'uuidBlob':
      return typeof value === 'object' && value.length === 16 ? uuidText(Buffer.from(value).toString('hex')) : null
    case 'spacedDateTime':
      return dateTimeText(String(value))
    case 'safeInteger':
      return Number.isSafeInteger(numberOf(value)) ? numberOf(value) : null
    case 'numeric':
      return numericText(String(value), storage)
    case 'date':
      return isCommonEra(value as string) && (value as string).length === 10 ? (value as string) : null
    case 'time':
      return isTimeOfDay(value as string) ? (value as string) : null
    case 'timestamp':
      return isCommonEra(value as string) ? `${(value as string).slice(0, 10)}T${(value as string).slice(11)}` : null
    case 'utc':
      return isCommonEra(value as string) ? `${(value as string).slice(0, 10)}T${(value as string).slice(11)}Z` : null
    case 'timestamptz':
      return isCommonEra(value as string)
        ? `${(value as string).slice(0, 10)}T${(value as string).slice(11, -3)}Z`
        : null
  }
}

const isBlob = ({ kind }: Storage): boolean => kind === 'blob' || kind === 'uuidBlob'

/** Whether there is a value, and its type cannot say it: `decoded` is what `decode` made of it. */
export const isUnsaid = ({ kind }: Storage, value: SqlValue | undefined, decoded: Json): boolean =>
  decoded === null &&
  value !== null &&
  value !== undefined &&
  // A document may be null itself.
  !(kind === 'json' && String(value).trim() === 'null')

/** NaN of what is no number; an empty text is none. */
const numberOf = (value: Exclude<SqlValue, null>): number =>
  typeof value === 'number' ? value : value === '' || typeof value === 'object' ? Number.NaN : Number(value)

const isInt32 = (value: number): boolean => (value | 0) === value

const shortDigits = /^-?\d{1,18}$/
const longDigits = /^-?\d{19}$/

/** Digits alone, of a number of 64 bits. */
const isInt64 = (text: string): boolean =>
  shortDigits.test(text) || (longDigits.test(text) && BigInt.asIntN(64, BigInt(text)) === BigInt(text))

/** Four digits of a year, and no ` BC` at the end: neither infinity nor a year past 9999, nor `0000-00-00`, or a month or day of zero. */
const isCommonEra = (text: string): boolean =>
  text.charCodeAt(4) === 45 &&
  text.charCodeAt(text.length - 1) < 58 &&
  !text.startsWith('0000') &&
  !text.startsWith('00', 5) &&
  !text.startsWith('00', 8)

/** From `00:00:00` to before `24:00:00`: databases have more, and less. */
const isTimeOfDay = (text: string): boolean => text.charCodeAt(2) === 58 && text < '24'

const plainDigits = /^-?\d+(?:\.(\d+))?$/

interface Digits {
  readonly precision?: number
  readonly scale: number
}

/** Exactly `scale` digits after the point; what needs more of them or more before it, or is no number, cannot be said. */
const numericText = (text: string, { precision, scale }: Digits): string | null => {
  const found = scaledText(text, scale)
  if (found === null || precision === undefined) return found
  const whole = found.length - (scale > 0 ? scale + 1 : 0) - (found.charCodeAt(0) === 45 ? 1 : 0)
  return whole <= Math.max(precision - scale, 1) ? found : null
}

const scaledText = (text: string, scale: number): string | null => {
  const point = text.length - scale - 1
  if (scale > 0 && text.charCodeAt(point) === 46) return text
  const found = plainDigits.exec(text)
  if (!found) return null
  const fraction = (found[1] ?? '').replace(/0+$/, '')
  return fraction.length > scale ? null : decimalText(scaledOf(text, scale), scale)
}

/** The digits of a float that stands for a decimal of so many; null where it stands for none. */
const assertedText = (value: number, { precision, scale }: { readonly precision: number; readonly scale: number }) =>
  Math.abs(value) < 10 ** (precision - scale) && Number(value.toFixed(scale)) === value ? value.toFixed(scale) : null

const uuidText = (hex: string) =>
  `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`

/** `2010-01-01 00:00:00.000` → `2010-01-01T00:00:00`; null of what is no moment. */
const dateTimeText = (text: string): string | null => {
  const spelled = text.length === 10 ? `${text}T00:00:00` : text.replace(' ', 'T')
  return instantOf(`${spelled.replace(/Z$/, '')}Z`)?.slice(0, -1) ?? null
}
