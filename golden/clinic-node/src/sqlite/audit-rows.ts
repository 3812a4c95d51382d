import type { AuditEntry, SqlRow, SqlValue, StoredAuditEntry } from '../runtime/index.ts'

export const insertAudit = 'INSERT INTO "_charter_audit" ("entity", "key", "tenant", "body") VALUES (?, ?, ?, ?)'
export const selectAudit = 'SELECT "position", "body" FROM "_charter_audit"'

/** Parameters of `insertAudit`. The body is canonical JSON: an entry's members stand in that order already. */
export const auditParams = (entry: AuditEntry): readonly SqlValue[] => [
  entry.entity,
  entry.key,
  entry.tenant,
  JSON.stringify(entry),
]

/** An entry from a row of `selectAudit`. */
export const auditEntry = (row: SqlRow): StoredAuditEntry => ({
  position: Number(row[0]),
  ...(JSON.parse(String(row[1])) as AuditEntry),
})

export const textOrNull = (value: SqlValue | undefined): string | null => (typeof value === 'string' ? value : null)

/** A JSON array of text that this driver wrote. */
export const names = (value: SqlValue | undefined): readonly string[] => JSON.parse(String(value)) as readonly string[]
