import type { Type } from '@charter/runtime'
import type { AggregateSql } from '../store/entity-sql.ts'

/** How one database spells them; `value` is the column as it is ordered. */
export interface AggregateSpelling {
  readonly type: Type
  readonly value: string
  /** An expression as `storage` reads it. */
  readonly read: (expression: string) => string
  /** A sum as text with all its digits, of floats as a number or as `floatSum` has it; null where a sum of the column would not be exact. */
  readonly sum: ((value: string) => string) | null
  /** How many of the values cannot be said; absent where all can. */
  readonly unsaid?: string
}

/**
 * A sum of floats that fails at no partial sum: those past 1e290 by themselves, as so many times 2^64, which no number of rows brings
 * past the range. Gives both as expressions over the rows of a group.
 */
export const floatSums = (value: string): { readonly rest: string; readonly high: string } => ({
  rest: `coalesce(sum(CASE WHEN abs(${value}) < 1e290 THEN ${value} END), 0.0)`,
  high: `coalesce(sum(CASE WHEN abs(${value}) >= 1e290 THEN ${value} / ${twoTo64} END), 0.0)`,
})

/** The two as one text, for databases that fail of a float64 past the range: they are put together where that is none. */
export const floatSum = (value: string): string => {
  const { rest, high } = floatSums(value)
  return `CASE WHEN count(${value}) > 0 THEN ${rest} || ':' || ${high} END`
}

/** 2^64 as a float. */
export const twoTo64 = '18446744073709551616e0'

const ordered = new Set(['text', 'int32', 'int64', 'decimal', 'float64', 'date', 'time', 'dateTime', 'instant'])
const summed = new Set(['int32', 'int64', 'decimal', 'float64'])

/** Aggregates over a column; undefined where its type has no order. */
export const aggregateSql = ({ type, value, read, sum, unsaid }: AggregateSpelling): AggregateSql | undefined =>
  ordered.has(type.kind)
    ? {
        min: read(`min(${value})`),
        max: read(`max(${value})`),
        ...(sum && summed.has(type.kind) && { sum: sum(value), count: `count(${value})` }),
        ...(unsaid !== undefined && { unsaid }),
      }
    : undefined
