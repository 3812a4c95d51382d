import type { AuditEntry, StoredAuditEntry } from '../../runtime/index.ts'
import type { SqlRow } from '../sql-value.ts'

/**
 * Entries are stored together, one body for each commit with a line for each entry: most of them are reads, which come in
 * batches. An entry's position is its body's, times `linesMax`, plus its line; `numbersOf` says what it is found by.
 */
export const linesMax = 512

/** Bodies of at most `linesMax` entries, in order. */
const bodiesOf = (entries: readonly AuditEntry[]): readonly (readonly AuditEntry[])[] =>
  Array.from({ length: Math.ceil(entries.length / linesMax) }, (_, at) =>
    entries.slice(at * linesMax, (at + 1) * linesMax),
  )

/** Its text is canonical JSON, a line an entry: an entry's members stand in that order already. */
export const bodyText = (entries: readonly AuditEntry[]): string =>
  entries.map((entry) => JSON.stringify(entry)).join('\n')

/** What an entry is found by: its row, and the intent that it settles. */
const numbersOf = ({ entity, key, tenant, intent }: AuditEntry): readonly number[] => [
  ...(entity !== null && key !== null ? [rowNumber(entity, key, tenant)] : []),
  ...(intent === null ? [] : [intentNumber(intent)]),
]

/** Everything that the entries of a body are found by, each with the line of its entry. */
export const linesByNumber = (
  entries: readonly AuditEntry[],
): readonly { readonly number: number; readonly line: number }[] =>
  entries.flatMap((entry, line) => numbersOf(entry).map((number) => ({ number, line })))

/** Stores entries, in order, a body after the other. */
export const storeBodies = async (
  entries: readonly AuditEntry[],
  store: (body: readonly AuditEntry[]) => Promise<unknown>,
): Promise<void> => {
  for (const body of bodiesOf(entries)) await store(body)
}

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
