import {
  type ColumnStructure,
  castsAmong,
  changeOfKinds,
  type MigrationDialect,
  type StoredValue,
  type WiderKinds,
} from '@charter/sql'

const wider: WiderKinds = new Map([
  ['int32', ['int64']],
  ['enum', ['text']],
])

export const changeOf = changeOfKinds(wider)

/** A cast fails where a value has no room; digits that it would round away are made to have none. */
export const convert: MigrationDialect['convert'] = (from, to, value) => {
  if (from.sqlType === to.sqlType) return hasSameText(from.value, to.value) ? value : null
  if (!castable(from.value, to.value)) return null
  const scale = to.value.scale ?? 0
  if (from.value.kind !== 'decimal' || to.value.kind !== 'decimal' || scale >= (from.value.scale ?? 0))
    return `(${value})::${to.sqlType}`
  return `CASE WHEN pg_catalog.trunc(${value}, ${scale}) = ${value} THEN (${value})::${to.sqlType} ELSE (${value} * 1e200)::${to.sqlType} END`
}

/** `text` to an enum is checked where the values are. */
const hasSameText = (from: StoredValue, to: StoredValue): boolean => {
  const plain: readonly StoredValue['kind'][] = ['text', 'enum']
  return from.kind === to.kind || (plain.includes(from.kind) && plain.includes(to.kind))
}

const castable = castsAmong(
  new Map([
    ['int32', ['int64', 'decimal', 'float64', 'text']],
    ['int64', ['int32', 'decimal', 'text']],
    ['decimal', ['decimal', 'text']],
    ['uuid', ['text']],
    ['date', ['text']],
  ]),
)

/** Whether changing the type in place keeps the table's rows as they lie. */
export const isCatalogOnly = (from: ColumnStructure, to: ColumnStructure): boolean =>
  from.sqlType === to.sqlType || (from.value.kind === 'decimal' && to.value.kind === 'decimal')
