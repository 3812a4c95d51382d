import { compareValues, type Json, type Type } from '@charter/runtime'
import { boundedType } from '@charter/sql'
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
  if (boundedType(type, {}) === null) return null
  const [min, max] = tightest(type, rule)
  if (isAbove(type, min, max) || !isWithin(type, min) || !isWithin(type, max)) return null
  const bounded = boundedType(type, { min, max })
  return bounded?.kind === 'int64' && isSafe(min) && isSafe(max) ? { ...bounded, isNumber: true } : bounded
}

/** The first whole number that a type cannot hold. */
const widths: Partial<Record<Type['kind'], bigint>> = { int32: 2_147_483_648n, int64: 9_223_372_036_854_775_808n }

const isSafe = (digits: string | undefined): boolean => Number.isSafeInteger(Number(digits))

const isWithin = ({ kind }: Type, digits: string | undefined): boolean => {
  const width = widths[kind]
  return width === undefined || digits === undefined || (BigInt(digits) < width && BigInt(digits) >= -width)
}

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
