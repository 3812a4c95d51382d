import { isSealed } from '@charter/charter'
import { type Fill, literal, type MigrationDialect } from '@charter/sql'
import { encode } from '@charter/sql/store'
import type { Profile } from '../profile/profile.ts'
import { storageOf } from '../render/types.ts'

/** What rows without a value get: the charter's default. */
export const fillOf =
  ({ escaped }: Profile): MigrationDialect['fill'] =>
  (charter, field) => {
    if (isSealed(field) || !field.default) return null
    if (field.default.kind !== 'value') return computed[field.default.kind] ?? null
    const value = encode(storageOf(charter, field), field.default.value)
    if (value === null) return null
    if (typeof value === 'object') return { sql: `x'${Buffer.from(value).toString('hex')}'`, isConstant: true }
    return { sql: typeof value === 'string' ? escaped(literal(value)) : String(value), isConstant: true }
  }

const part = (bytes: number): string => `hex(random_bytes(${bytes}))`

const computed: Readonly<Record<string, Fill>> = {
  now: { sql: 'utc_timestamp(6)', isConstant: false },
  today: { sql: 'utc_date()', isConstant: false },
  // RFC 9562, version 4.
  uuid: {
    sql: `lower(concat(${part(4)}, '-', ${part(2)}, '-4', substr(${part(2)}, 2), '-', substr('89AB', 1 + floor(rand() * 4), 1), substr(${part(2)}, 2), '-', ${part(6)}))`,
    isConstant: false,
  },
}
