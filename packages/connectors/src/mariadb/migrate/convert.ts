import type { MigrationDialect, StoredValue } from '@charter/sql'

/** `widened`: in place, and a service that knows the narrower type reads and writes on. */
export const changeOf: MigrationDialect['changeOf'] = ({ value: from }, { value: to }) => {
  if (from.kind === 'decimal' && to.kind === 'decimal') {
    if (from.scale !== to.scale || (from.precision ?? 0) > (to.precision ?? 0)) return 'converted'
    return from.precision === to.precision ? 'none' : 'widened'
  }
  if (from.kind === to.kind) return 'none'
  if (from.kind === 'int32' && to.kind === 'int64') return 'widened'
  return ['enum', 'uuid', 'duration'].includes(from.kind) && to.kind === 'text' ? 'widened' : 'converted'
}

/** What a column is assigned that has another type: a value with no room is refused, and digits that it would round away (alter.ts). */
export const convert: MigrationDialect['convert'] = (from, to, value) =>
  from.value.kind === to.value.kind || casts.get(from.value.kind)?.includes(to.value.kind) ? value : null

const casts: ReadonlyMap<StoredValue['kind'], readonly StoredValue['kind'][]> = new Map([
  ['int32', ['int64', 'decimal', 'float64', 'text']],
  ['int64', ['int32', 'decimal', 'text']],
  ['decimal', ['text']],
  ['text', ['enum']],
  ['enum', ['text']],
  ['uuid', ['text']],
  ['date', ['text']],
  ['duration', ['text']],
])
