import { type ReadContext, refuse } from './read-context.ts'
import type { DecimalType } from './type.ts'

const int32Max = 2_147_483_647
const int64Max = 2n ** 63n - 1n

interface NumberBounds {
  readonly min?: number
  readonly max?: number
}

export const readInt32 = (
  type: NumberBounds,
  value: number,
  path: string,
  reading: ReadContext,
): number | undefined => {
  if (!Number.isInteger(value)) return refuse(reading, path, 'wrong-type', 'Give a whole number.')
  if (value > int32Max || value < -int32Max - 1)
    return refuse(reading, path, value < 0 ? 'too-small' : 'too-large', 'Give a number of 32 bits.')
  return within(type, value === 0 ? 0 : value, path, reading)
}

export const readFloat64 = (
  type: NumberBounds,
  value: number,
  path: string,
  reading: ReadContext,
): number | undefined =>
  Number.isFinite(value)
    ? within(type, value === 0 ? 0 : value, path, reading)
    : refuse(reading, path, 'digits', 'Give a number that a double holds.')

const within = ({ min, max }: NumberBounds, value: number, path: string, reading: ReadContext): number | undefined => {
  if (min !== undefined && value < min) return refuse(reading, path, 'too-small', `Give at least ${min}.`)
  if (max !== undefined && value > max) return refuse(reading, path, 'too-large', `Give at most ${max}.`)
  return value
}

const integerDigits = /^-?(?:0|[1-9]\d{0,18})$/

interface Int64Bounds {
  readonly min?: string
  readonly max?: string
}

/** int64 as JSON carries it: digits in a string, or a number where the declared range is inside ±(2^53−1). */
export const readInt64 = (
  type: Int64Bounds,
  digits: string,
  path: string,
  reading: ReadContext,
): string | undefined => {
  if (!integerDigits.test(digits)) return refuse(reading, path, 'format', 'Give a whole number in decimal digits.')
  const value = BigInt(digits)
  const min = type.min === undefined ? -int64Max - 1n : BigInt(type.min)
  const max = type.max === undefined ? int64Max : BigInt(type.max)
  if (value < min) return refuse(reading, path, 'too-small', `Give at least ${min}.`)
  if (value > max) return refuse(reading, path, 'too-large', `Give at most ${max}.`)
  return value.toString()
}

const decimalDigits = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?$/

export const readDecimal = (
  type: DecimalType,
  value: string,
  path: string,
  reading: ReadContext,
): string | undefined => {
  const [, sign = '', whole = '', fraction = ''] = decimalDigits.exec(value) ?? []
  if (whole === '')
    return refuse(
      reading,
      path,
      'format',
      `Give a decimal number like ${example(type)}, without exponent or leading zeros.`,
    )
  if (fraction.length > type.scale)
    return refuse(reading, path, 'digits', `Give at most ${type.scale} digits after the point.`)
  if (whole !== '0' && whole.length > type.precision - type.scale) {
    return refuse(reading, path, 'digits', `Give at most ${type.precision - type.scale} digits before the point.`)
  }
  const scaled = BigInt(`${sign}${whole}${fraction.padEnd(type.scale, '0')}`)
  if (type.min !== undefined && scaled < scaledOf(type.min, type.scale))
    return refuse(reading, path, 'too-small', `Give at least ${type.min}.`)
  if (type.max !== undefined && scaled > scaledOf(type.max, type.scale))
    return refuse(reading, path, 'too-large', `Give at most ${type.max}.`)
  return decimalText(scaled, type.scale)
}

const example = ({ scale }: DecimalType) => (scale === 0 ? '12' : `12.${'5'.padEnd(scale, '0')}`)

/** A decimal's digits as an integer scaled by 10^scale. Digits past the scale are cut. */
export const scaledOf = (digits: string, scale: number): bigint => {
  const [whole = '0', fraction = ''] = digits.split('.')
  return BigInt(`${whole}${fraction.slice(0, scale).padEnd(scale, '0')}`)
}

/** Canonical text of a scaled integer: exactly `scale` digits after the point. */
export const decimalText = (scaled: bigint | string, scale: number): string => {
  const text = scaled.toString()
  if (scale === 0) return text
  const isNegative = text.startsWith('-')
  const digits = (isNegative ? text.slice(1) : text).padStart(scale + 1, '0')
  return `${isNegative ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}
