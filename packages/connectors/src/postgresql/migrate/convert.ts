import type { ColumnStructure, StoredValue } from '@charter/charter'
import type { MigrationDialect } from '../../migrate/dialect.ts'

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

/** A cast of PostgreSQL's fails where a value has no room, and rounds none of those that are offered here. */
export const convert: MigrationDialect['convert'] = (from, to, value) => {
  if (from.sqlType === to.sqlType) return hasSameText(from.value, to.value) ? value : null
  return castable(from.value, to.value) ? `(${value})::${to.sqlType}` : null
}

/** `text` to an enum is checked where the values are. */
const hasSameText = (from: StoredValue, to: StoredValue): boolean => {
  const plain: readonly StoredValue['kind'][] = ['text', 'enum']
  return from.kind === to.kind || (plain.includes(from.kind) && plain.includes(to.kind))
}

const castable = (from: StoredValue, to: StoredValue): boolean => {
  if (from.kind === 'decimal' && to.kind === 'decimal') return (to.scale ?? 0) >= (from.scale ?? 0)
  return (casts.get(from.kind) ?? []).includes(to.kind)
}

const casts: ReadonlyMap<StoredValue['kind'], readonly StoredValue['kind'][]> = new Map([
  ['int32', ['int64', 'decimal', 'float64', 'text']],
  ['int64', ['int32', 'decimal', 'text']],
  ['decimal', ['text']],
  ['uuid', ['text']],
  ['date', ['text']],
])

/** Whether changing the type in place keeps the table's rows as they lie. */
export const isCatalogOnly = (from: ColumnStructure, to: ColumnStructure): boolean =>
  from.sqlType === to.sqlType || (from.value.kind === 'decimal' && to.value.kind === 'decimal')
