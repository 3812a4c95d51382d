import { compareValues, type Json, type Type } from '@charter/runtime'
import type { ColumnRule } from './rules.ts'
import { numberPatterns } from './scalar-types.ts'

/** A type with a rule put into it, or null where the type has no place for it. */
export const constrain = (type: Type, rule: ColumnRule): Type | null => {
  if (rule.isNotNull) return type
  if (rule.values) return withValues(type, rule.values)
  if (type.kind === 'text') return withText(type, rule)
  if (rule.min === undefined && rule.max === undefined) return null
  return withBounds(type, rule)
}

const withValues = (type: Type, values: readonly string[]): Type | null => {
  if (type.kind === 'text') return { kind: 'enum', values }
  const both = type.kind === 'enum' ? type.values.filter((value) => values.includes(value)) : []
  return both.length > 0 ? { kind: 'enum', values: both } : null
}

const withText = (type: Type & { readonly kind: 'text' }, rule: ColumnRule): Type | null => {
  if (rule.pattern !== undefined) {
    const isFree = type.pattern === undefined || type.pattern === numberPatterns.any
    return isFree ? { ...type, pattern: rule.pattern } : null
  }
  if (rule.lengthMin === undefined && rule.lengthMax === undefined) return null
  const lengthMin = Math.max(type.lengthMin ?? 0, rule.lengthMin ?? 0)
  const lengthMax = Math.min(type.lengthMax ?? lengthMost, rule.lengthMax ?? lengthMost)
  if (lengthMin > lengthMax) return null
  return { ...type, ...(lengthMin > 0 && { lengthMin }), ...(lengthMax < lengthMost && { lengthMax }) }
}

/** Ten digits are what a document can say. */
const lengthMost = 9_999_999_999

const withBounds = (type: Type, rule: ColumnRule): Type | null => {
  switch (type.kind) {
    case 'int32': {
      const [min, max] = tightest(type, rule)
      const isFine = isWithin(min, int32Max) && isWithin(max, int32Max) && !isAbove(type, min, max)
      if (!isFine) return null
      return { ...type, ...(min !== undefined && { min: Number(min) }), ...(max !== undefined && { max: Number(max) }) }
    }
    case 'float64': {
      const [min, max] = tightest(type, rule)
      if (isAbove(type, min, max)) return null
      return { ...type, ...(min !== undefined && { min: Number(min) }), ...(max !== undefined && { max: Number(max) }) }
    }
    case 'int64': {
      const [min, max] = tightest(type, rule)
      if (!isWithin(min, int64Max) || !isWithin(max, int64Max) || isAbove(type, min, max)) return null
      const isNumber = isSafe(min) && isSafe(max)
      return {
        kind: 'int64',
        ...(min !== undefined && { min }),
        ...(max !== undefined && { max }),
        ...(isNumber && { isNumber }),
      }
    }
    case 'decimal':
    case 'date': {
      const [min, max] = tightest(type, rule)
      if (isAbove(type, min, max)) return null
      return { ...type, ...(min !== undefined && { min }), ...(max !== undefined && { max }) }
    }
    default:
      return null
  }
}

const int32Max = 2_147_483_648n
const int64Max = 9_223_372_036_854_775_808n

const isSafe = (digits: string | undefined): boolean => Number.isSafeInteger(Number(digits))

const isWithin = (digits: string | undefined, bound: bigint): boolean =>
  digits === undefined || (BigInt(digits) < bound && BigInt(digits) >= -bound)

type Bounds = { readonly min?: string | number; readonly max?: string | number }

const tightest = (type: Type & Bounds, rule: ColumnRule): readonly [string | undefined, string | undefined] => {
  const pick = (own: string | number | undefined, other: string | undefined, sign: 1 | -1): string | undefined => {
    if (own === undefined || other === undefined) return own === undefined ? other : String(own)
    return compare(type, String(own), other) * sign >= 0 ? String(own) : other
  }
  return [pick(type.min, rule.min, 1), pick(type.max, rule.max, -1)]
}

const isAbove = (type: Type, min: string | undefined, max: string | undefined): boolean =>
  min !== undefined && max !== undefined && compare(type, min, max) > 0

const compare = (type: Type, one: string, other: string): number => {
  const jsonOf = (text: string): Json => (type.kind === 'int32' || type.kind === 'float64' ? Number(text) : text)
  const plain: Type =
    type.kind === 'decimal' ? { kind: 'decimal', precision: 38, scale: type.scale } : ({ kind: type.kind } as Type)
  return compareValues(plain, jsonOf(one), jsonOf(other))
}
