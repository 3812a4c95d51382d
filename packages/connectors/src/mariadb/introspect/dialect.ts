import type { Type } from '@charter/runtime'
import { type CatalogueDialect, type Column, type Condition, constrained, type ReadType } from '@charter/sql'
import type { Profile } from '../profile/profile.ts'
import type { LossReason } from './loss-reasons.ts'

/** What the catalogue means. */
export const dialectOf = (profile: Profile): CatalogueDialect<LossReason> => ({
  title: profile.product.title,
  unserved: ({ name }) =>
    name.startsWith('_charter_')
      ? { reason: 'system-table', sentence: `${name} is kept by a service for itself and is not served.` }
      : null,
  typeOf: (column, conditions) =>
    column.declaredType.endsWith(' ON UPDATE')
      ? { ...typeOf(profile, column, conditions), isReadOnly: true, loss: setByItself }
      : typeOf(profile, column, conditions),
  computedDefault: ({ declaredType, default: text }) => ({
    default: 'database',
    columnType: `${declaredType.replace(/ ON UPDATE$/, '')} DEFAULT ${text}`,
  }),
  mayLackKey: () => false,
})

const setByItself = {
  reason: 'generated-column',
  sentence: 'The database sets it at each change, so it can be read only.',
} as const

const words = /^(\w+)(?:\((.*)\))?(.*)$/s

/** The type of a column as `COLUMN_TYPE` says it: `bigint(20) unsigned`, `enum('a','b')`. */
const typeOf = (
  { json }: Profile,
  { declaredType, isNumbered }: Column,
  conditions: readonly Condition[],
): ReadType<LossReason> => {
  const [, base = '', inside = '', rest = ''] = words.exec(declaredType.replace(/ ON UPDATE$/, '')) ?? []
  const isUnsigned = /\bunsigned\b/.test(rest)
  const asked = conditions.find(({ values }) => values)?.values
  if (asked && /^(?:var)?char$/.test(base)) return { type: { kind: 'enum', values: asked } }
  if (conditions.some(({ isJson }) => isJson)) return { type: { kind: 'json' } }
  const [first, second] = inside.split(',').map(Number)
  const plain = (type: Type): ReadType<LossReason> => ({ type: constrained(type, conditions) })
  if (base === 'bigint')
    return isUnsigned && !isNumbered ? plain({ kind: 'decimal', precision: 20, scale: 0 }) : plain({ kind: 'int64' })
  if (base === 'int') return plain(isUnsigned ? unsignedInt : { kind: 'int32' })
  if (base === 'tinyint' && inside === '1' && !isUnsigned) return { type: { kind: 'boolean' } }
  if (base === 'bit') return bits(first ?? 1)
  if (base === 'decimal') return plain({ kind: 'decimal', precision: first ?? 10, scale: second ?? 0 })
  if (base in ranges) return plain(whole(ranges[base] ?? 0, isUnsigned))
  if (base === 'json') return json
  if (base === 'enum') return { type: { kind: 'enum', values: membersOf(inside) }, columnType: base }
  if (/char$/.test(base)) return plain({ kind: 'text', ...(first !== undefined && { lengthMax: first }) })
  if (/text$/.test(base)) return plain({ kind: 'text', ...(base === 'tinytext' && { lengthMax: 255 }) })
  if (/blob$|binary$/.test(base)) return { type: { kind: 'bytes' } }
  return types[base] ? plain(types[base]) : unsupported(base)
}

const unsignedInt: Type = { kind: 'int64', isNumber: true, min: '0', max: '4294967295' }

const bits = (length: number): ReadType<LossReason> => {
  if (length === 1) return { type: { kind: 'boolean' } }
  const columnType = `bit(${length})`
  if (length < 32) return { columnType, type: { kind: 'int32' } }
  return { columnType, type: length < 64 ? { kind: 'int64' } : { kind: 'decimal', precision: 20, scale: 0 } }
}

/** Bits of whole numbers that an int32 holds. */
const ranges: Readonly<Record<string, number>> = { tinyint: 8, smallint: 16, mediumint: 24 }

const whole = (width: number, isUnsigned: boolean): Type =>
  isUnsigned
    ? { kind: 'int32', min: 0, max: 2 ** width - 1 }
    : { kind: 'int32', min: -(2 ** (width - 1)), max: 2 ** (width - 1) - 1 }

const types: Readonly<Record<string, Type>> = {
  integer: { kind: 'int32' },
  year: { kind: 'int32' },
  double: { kind: 'float64' },
  float: { kind: 'float64' },
  date: { kind: 'date' },
  time: { kind: 'time' },
  datetime: { kind: 'dateTime' },
  timestamp: { kind: 'instant' },
  uuid: { kind: 'uuid' },
  inet4: { kind: 'text', lengthMax: 15 },
  inet6: { kind: 'text', lengthMax: 39 },
}

const membersOf = (inside: string): readonly string[] =>
  [...inside.matchAll(/'((?:[^']|'')*)'/g)].map(([, member = '']) => member.replaceAll("''", "'"))

/** Shapes are told as Well-Known Text (OGC 06-103r4, section 7). */
const unsupported = (base: string): ReadType<LossReason> => ({
  type: { kind: 'text' },
  columnType: base,
  ...(base !== 'set' && { isReadOnly: true }),
  loss: {
    reason: 'unsupported-type',
    sentence:
      base === 'set'
        ? 'Its members are served as one text with commas between, as the database has them.'
        : `A charter has no ${base}, so its values are served as text and can be read only.`,
  },
})
