import type { AggregateSql, Type } from '@charter/runtime'

/** How one database spells them; `value` is the column as it is ordered. */
export interface Aggregating {
  readonly type: Type
  readonly value: string
  /** An expression as `storage` reads it. */
  readonly read: (expression: string) => string
  /** A sum as text with all its digits; null where a sum of the column would not be exact. */
  readonly sum: ((value: string) => string) | null
  /** How many of the values cannot be said; absent where all can. */
  readonly unsaid?: string
}

const ordered = new Set(['text', 'int32', 'int64', 'decimal', 'float64', 'date', 'time', 'dateTime', 'instant'])
const summed = new Set(['int32', 'int64', 'decimal', 'float64'])

/** Aggregates over a column; undefined where its type has no order. */
export const aggregateSql = ({ type, value, read, sum, unsaid }: Aggregating): AggregateSql | undefined =>
  ordered.has(type.kind)
    ? {
        min: read(`min(${value})`),
        max: read(`max(${value})`),
        ...(sum && summed.has(type.kind) && { sum: sum(value), count: `count(${value})` }),
        ...(unsaid !== undefined && { unsaid }),
      }
    : undefined
