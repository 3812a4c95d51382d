import type { AuditEntry, SqlRow, SqlValue, StoredAuditEntry } from '../runtime/index.ts'
import { stateName } from './state-schema.ts'

/**
 * Entries are stored together, one body for each commit with a line for each entry: most of them are reads, which come in
 * batches. `audit_row` finds the entries of one row. An entry's position is its body's, times `linesMax`, plus its line.
 */
export const linesMax = 512

/** One statement for a body: what it must be found by, and that it waits to be drained, go with it. */
const insert = `WITH stored AS (INSERT INTO ${stateName}."audit" ("body") VALUES (?) RETURNING "position"),
waiting AS (INSERT INTO ${stateName}."audit_pending" ("position", "lines") SELECT "position", ?::integer FROM stored)
INSERT INTO ${stateName}."audit_row" ("row", "position")
SELECT found.number, stored."position" * ${linesMax} + found.line FROM stored, unnest(?::bigint[], ?::bigint[]) AS found (number, line)`

type Run = (sql: string, params: readonly SqlValue[]) => Promise<unknown>

/** Stores entries, in order. Their text is canonical JSON: an entry's members stand in that order already. */
export const storeEntries = async (run: Run, entries: readonly AuditEntry[]): Promise<void> => {
  for (let from = 0; from < entries.length; from += linesMax) await storeBody(run, entries.slice(from, from + linesMax))
}

const storeBody = (run: Run, entries: readonly AuditEntry[]): Promise<unknown> => {
  const numbers: number[] = []
  const lines: number[] = []
  for (const [line, entry] of entries.entries())
    for (const number of numbersOf(entry)) {
      numbers.push(number)
      lines.push(line)
    }
  const body = entries.map((entry) => JSON.stringify(entry)).join('\n')
  return run(insert, [body, entries.length, `{${numbers.join()}}`, `{${lines.join()}}`])
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
