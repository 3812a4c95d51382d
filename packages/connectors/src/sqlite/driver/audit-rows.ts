import type { AuditEntry, SqlRow, SqlValue, StoredAuditEntry } from '@charter/runtime'

const columns = [
  'id',
  'at',
  'operation',
  'entity',
  'key',
  'tenant',
  'principal',
  'roles',
  'credential',
  'style',
  'address',
  'request_id',
  'outcome',
  'fields',
  'rows',
  'rule',
  'mode',
]
const list = columns.map((name) => `"${name}"`).join(', ')

export const insertAudit = `INSERT INTO "_charter_audit" (${list}) VALUES (${columns.map(() => '?').join(', ')})`
export const selectAudit = `SELECT "position", ${list} FROM "_charter_audit"`

/** Parameters of `insertAudit`. */
export const auditParams = (entry: AuditEntry): readonly SqlValue[] => [
  entry.id,
  entry.at,
  entry.operation,
  entry.entity,
  entry.key,
  entry.tenant,
  entry.principal,
  JSON.stringify(entry.roles),
  entry.credential,
  entry.origin.style,
  entry.origin.address,
  entry.origin.requestId,
  entry.outcome,
  JSON.stringify(entry.fields),
  entry.rows,
  entry.rule,
  entry.mode,
]

/** An entry from a row of `selectAudit`. */
export const auditEntry = (row: SqlRow): StoredAuditEntry => ({
  position: Number(row[0]),
  id: String(row[1]),
  at: String(row[2]),
  operation: String(row[3]),
  entity: textOrNull(row[4]),
  key: textOrNull(row[5]),
  tenant: textOrNull(row[6]),
  principal: textOrNull(row[7]),
  roles: names(row[8]),
  credential: textOrNull(row[9]),
  origin: { style: String(row[10]), address: textOrNull(row[11]), requestId: String(row[12]) },
  outcome: String(row[13]),
  fields: names(row[14]),
  rows: typeof row[15] === 'number' ? row[15] : null,
  rule: textOrNull(row[16]),
  mode: row[17] === 'durable' ? 'durable' : 'buffered',
})

export const textOrNull = (value: SqlValue | undefined): string | null => (typeof value === 'string' ? value : null)

/** A JSON array of text that this driver wrote. */
export const names = (value: SqlValue | undefined): readonly string[] => JSON.parse(String(value)) as readonly string[]
