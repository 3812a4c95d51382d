import type { ColumnStructure, MigrationDialect, StoredValue } from '@charter/sql'

/** `widened`: in place, and a service that knows the narrower type reads and writes on. */
export const changeOf: MigrationDialect['changeOf'] = ({ value: from }, { value: to }) => {
  if (from.kind === 'decimal' && to.kind === 'decimal') {
    if (from.scale !== to.scale || (from.precision ?? 0) > (to.precision ?? 0)) return 'converted'
    return from.precision === to.precision ? 'none' : 'widened'
  }
  if (from.kind === to.kind) return 'none'
  if (from.kind === 'int32' && to.kind === 'int64') return 'widened'
  return from.kind === 'enum' && to.kind === 'text' ? 'widened' : 'converted'
}

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

const castable = (from: StoredValue, to: StoredValue): boolean => (casts.get(from.kind) ?? []).includes(to.kind)

const casts: ReadonlyMap<StoredValue['kind'], readonly StoredValue['kind'][]> = new Map([
  ['int32', ['int64', 'decimal', 'float64', 'text']],
  ['int64', ['int32', 'decimal', 'text']],
  ['decimal', ['decimal', 'text']],
  ['uuid', ['text']],
  ['date', ['text']],
])

/** Whether changing the type in place keeps the table's rows as they lie. */
export const isCatalogOnly = (from: ColumnStructure, to: ColumnStructure): boolean =>
  from.sqlType === to.sqlType || (from.value.kind === 'decimal' && to.value.kind === 'decimal')
