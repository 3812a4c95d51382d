import type { AuditEntry } from '../runtime/index.ts'
import {
  bodyText,
  insertInto,
  linesByNumber,
  linesMax,
  readOf,
  type SqlTransaction,
  storeBodies,
} from '../sql-store/index.ts'

const insertBody = insertInto('"_charter_audit"', ['body'])
const insertRow = insertInto('"_charter_audit_row"', ['row', 'position'])
const insertedBody = readOf('SELECT last_insert_rowid()')

/** Stores entries, in order. */
export const storeEntries = (on: SqlTransaction, entries: readonly AuditEntry[]): Promise<void> =>
  storeBodies(entries, (body) => storeBody(on, body))

const storeBody = async (on: SqlTransaction, entries: readonly AuditEntry[]): Promise<void> => {
  await on.run(insertBody, [bodyText(entries)])
  const body = Number((await on.all(insertedBody, []))[0]?.[0])
  for (const { number, line } of linesByNumber(entries)) await on.run(insertRow, [number, body * linesMax + line])
}
