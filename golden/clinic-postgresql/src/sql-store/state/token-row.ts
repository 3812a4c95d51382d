import type { TokenRecord } from '../../runtime/index.ts'
import type { SqlRow, SqlValue } from '../sql-value.ts'

/** A token as its row: "token", "entity", "field", "tenant", "value_index", "sealed". */
export const tokenValues = (record: TokenRecord): readonly SqlValue[] => [
  record.token,
  record.entity,
  record.field,
  record.tenant,
  record.index,
  record.sealed,
]

/** What `tokenValues` wrote, read back. */
export const tokenRecord = (row: SqlRow): TokenRecord => ({
  token: String(row[0]),
  entity: String(row[1]),
  field: String(row[2]),
  tenant: row[3] === null ? null : String(row[3]),
  index: row[4] === null ? null : String(row[4]),
  sealed: String(row[5]),
})
