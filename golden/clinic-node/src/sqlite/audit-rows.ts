import type { AuditEntry, SqlRow, StoredAuditEntry, Transaction } from '../runtime/index.ts'

/**
 * Entries are stored together, one body for each commit with a line for each entry: most of them are reads, which come in
 * batches. `_charter_audit_row` finds the entries of one row. An entry's position is its body's, times `linesMax`, plus
 * its line.
 */
const linesMax = 512

const insertBody = 'INSERT INTO "_charter_audit" ("body") VALUES (?)'
const insertRow = 'INSERT INTO "_charter_audit_row" ("row", "position") VALUES (?, ?)'

/** Stores entries, in order. Their text is canonical JSON: an entry's members stand in that order already. */
export const storeEntries = async (on: Transaction, entries: readonly AuditEntry[]): Promise<void> => {
  for (let from = 0; from < entries.length; from += linesMax) await storeBody(on, entries.slice(from, from + linesMax))
}

const storeBody = async (on: Transaction, entries: readonly AuditEntry[]): Promise<void> => {
  await on.run(insertBody, [entries.map((entry) => JSON.stringify(entry)).join('\n')])
  const body = Number((await on.all('SELECT last_insert_rowid()', []))[0]?.[0])
  for (const [line, entry] of entries.entries())
    for (const number of numbersOf(entry)) await on.run(insertRow, [number, body * linesMax + line])
}

/** What an entry is found by: its row, and the intent that it settles. */
const numbersOf = ({ entity, key, tenant, intent }: AuditEntry): readonly number[] => [
  ...(entity !== null && key !== null ? [rowNumber(entity, key, tenant)] : []),
  ...(intent === null ? [] : [intentNumber(intent)]),
]

/** No entity is called so. */
export const intentNumber = (id: string): number => rowNumber('#intent', id, null)

export const bodyOf = (position: number): number => Math.floor(position / linesMax)

/** The entries of a row of `SELECT "position", "body"`, as text, oldest first. */
export const linesOf = (row: SqlRow): readonly { readonly position: number; readonly body: string }[] =>
  String(row[1])
    .split('\n')
    .map((body, line) => ({ position: Number(row[0]) * linesMax + line, body }))

export const entryOf = ({
  position,
  body,
}: {
  readonly position: number
  readonly body: string
}): StoredAuditEntry => ({
  position,
  // Entries of before there were intents name none.
  intent: null,
  ...(JSON.parse(body) as Omit<AuditEntry, 'intent'>),
})

/**
 * A number of 52 bits for an entity's row: two FNV-1a hashes side by side. Small in the index; who reads compares the
 * entry itself, so that two rows of one number are not taken for each other.
 */
export const rowNumber = (entity: string, key: string, tenant: string | null): number => {
  const text = `${entity}\u0000${key}\u0000${tenant ?? ''}`
  let high = 0x811c9dc5
  let low = 0x050c5d1f
  for (let at = 0; at < text.length; at++) {
    high = Math.imul(high ^ text.charCodeAt(at), 0x01000193)
    low = Math.imul(low ^ text.charCodeAt(at), 0x01000197)
  }
  return (high >>> 6) * 0x4000000 + (low >>> 6)
}
