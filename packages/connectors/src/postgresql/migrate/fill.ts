import { isSealed } from '@charter/charter'
import { type Fill, literal, type MigrationDialect } from '@charter/sql'
import { encode } from '@charter/sql/store'
import { formOf } from '../render/column-type.ts'
import { storageOf } from '../render/storage.ts'

/** What rows without a value get: the charter's default. */
export const fill: MigrationDialect['fill'] = (charter, field) => {
  if (isSealed(field) || !field.default) return null
  if (field.default.kind !== 'value') return computed[field.default.kind] ?? null
  const value = encode(storageOf(charter, field), field.default.value)
  const { cast } = formOf(charter, field, true)
  if (value === null) return null
  if (typeof value === 'object') return { sql: literal(`\\x${Buffer.from(value).toString('hex')}`), isConstant: true }
  const text = cast === 'boolean' ? String(value === 1) : String(value)
  return { sql: `${literal(text)}::${cast}`, isConstant: true }
}

const computed: Readonly<Record<string, Fill>> = {
  now: { sql: 'pg_catalog.now()', isConstant: false },
  today: { sql: `(pg_catalog.now() AT TIME ZONE 'UTC')::date`, isConstant: false },
  uuid: { sql: 'pg_catalog.gen_random_uuid()', isConstant: false },
}
