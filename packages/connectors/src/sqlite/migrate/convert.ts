import {
  type ColumnStructure,
  changeOfKinds,
  type MigrationDialect,
  type StoredValue,
  type WiderKinds,
} from '@charter/sql'

/** Columns are loosely typed here: what counts is what their values mean. */
const wider: WiderKinds = new Map([
  ['int32', ['int64']],
  ['enum', ['text']],
  ['uuid', ['text']],
  ['date', ['text']],
  ['time', ['text']],
  ['dateTime', ['text']],
  ['duration', ['text']],
])

export const changeOf = changeOfKinds(wider)

/** Only where no value is lost: digits that a smaller decimal has no room for make the migration fail, not the value wrong. */
export const convert: MigrationDialect['convert'] = (from, to, value) => {
  if (changeOf(from, to) !== 'converted') return value
  return convertKind(from, to, value)
}

const convertKind = ({ value: from }: ColumnStructure, { value: to }: ColumnStructure, value: string) => {
  const shift = (to.scale ?? 0) - (from.scale ?? 0)
  if (from.kind === 'decimal' && to.kind === 'decimal') return shift >= 0 ? times(value, shift) : over(value, -shift)
  if (isWhole(from) && to.kind === 'decimal') return times(value, to.scale ?? 0)
  if (isWhole(from) && to.kind === 'float64') return `CAST(${value} AS REAL)`
  if (isWhole(from) && to.kind === 'text') return `CAST(${value} AS TEXT)`
  if (from.kind === 'int64' && to.kind === 'int32') return value
  if (from.kind === 'text' && to.kind === 'enum') return value
  return null
}

const isWhole = ({ kind }: StoredValue): boolean => kind === 'int32' || kind === 'int64'

const times = (value: string, digits: number): string => (digits === 0 ? value : `(${value}) * 1${'0'.repeat(digits)}`)

/** Digits that would be lost make it a REAL, which a STRICT table's INTEGER column refuses. */
const over = (value: string, digits: number): string =>
  `CASE WHEN (${value}) % 1${'0'.repeat(digits)} = 0 THEN (${value}) / 1${'0'.repeat(digits)} ELSE 0.5 END`
