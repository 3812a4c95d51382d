import type { AuditEntry } from '../runtime/index.ts'
import { bodiesOf, bodyText, insertInto, linesMax, numbersOf, readOf, type SqlTransaction } from '../sql-store/index.ts'

const insertBody = insertInto('"_charter_audit"', ['body'])
const insertRow = insertInto('"_charter_audit_row"', ['row', 'position'])
const insertedBody = readOf('SELECT last_insert_rowid()')

/** Stores entries, in order. */
export const storeEntries = async (on: SqlTransaction, entries: readonly AuditEntry[]): Promise<void> => {
  for (const body of bodiesOf(entries)) await storeBody(on, body)
}

const storeBody = async (on: SqlTransaction, entries: readonly AuditEntry[]): Promise<void> => {
  await on.run(insertBody, [bodyText(entries)])
  const body = Number((await on.all(insertedBody, []))[0]?.[0])
  for (const [line, entry] of entries.entries())
    for (const number of numbersOf(entry)) await on.run(insertRow, [number, body * linesMax + line])
}
