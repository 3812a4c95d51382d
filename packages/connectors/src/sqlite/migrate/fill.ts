import { isSealed } from '@charter/charter'
import { type Fill, literal, type MigrationDialect } from '@charter/sql'
import type { SqlValue } from '@charter/sql/store'
import { encode } from '@charter/sql/store'
import { storageOf } from '../render/storage.ts'

/** What rows without a value get: the charter's default. */
export const fill: MigrationDialect['fill'] = (charter, field) => {
  if (isSealed(field) || !field.default) return null
  if (field.default.kind === 'value')
    return { sql: sqlLiteral(encode(storageOf(charter, field, true), field.default.value)), isConstant: true }
  return computed[field.default.kind] ?? null
}

const computed: Readonly<Record<string, Fill>> = {
  now: { sql: `CAST(unixepoch('subsec') * 1000000 AS INTEGER)`, isConstant: false },
  today: { sql: `date('now')`, isConstant: false },
  // RFC 9562, version 4.
  uuid: {
    sql: `lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-' || substr('89AB', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))`,
    isConstant: false,
  },
}

const sqlLiteral = (value: SqlValue): string => {
  if (typeof value === 'string') return literal(value)
  if (value !== null && typeof value === 'object') return `x'${Buffer.from(value).toString('hex')}'`
  return String(value)
}
