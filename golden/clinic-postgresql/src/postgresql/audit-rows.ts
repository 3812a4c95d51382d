import type { AuditEntry } from '../runtime/index.ts'
import { bodyText, linesByNumber, linesMax, type Sql, type SqlValue, storeBodies, writeOf } from '../sql-store/index.ts'
import { stateName } from './state-name.ts'

/** One statement for a body: what it must be found by, and that it waits to be drained, go with it. */
const table = `${stateName}."audit"`
const insert = writeOf('INSERT', {
  table,
  text: `WITH stored AS (INSERT INTO ${table} ("body") VALUES (?) RETURNING "position"),
waiting AS (INSERT INTO ${stateName}."audit_pending" ("position", "lines") SELECT "position", ?::integer FROM stored)
INSERT INTO ${stateName}."audit_row" ("row", "position")
SELECT found.number, stored."position" * ${linesMax} + found.line FROM stored, unnest(?::bigint[], ?::bigint[]) AS found (number, line)`,
})

type Run = (sql: Sql, params: readonly SqlValue[]) => Promise<unknown>

/** Stores entries, in order. */
export const storeEntries = (run: Run, entries: readonly AuditEntry[]): Promise<void> =>
  storeBodies(entries, (body) => storeBody(run, body))

const storeBody = (run: Run, entries: readonly AuditEntry[]): Promise<unknown> => {
  const found = linesByNumber(entries)
  const numbers = found.map(({ number }) => number)
  const lines = found.map(({ line }) => line)
  return run(insert, [bodyText(entries), entries.length, `{${numbers.join()}}`, `{${lines.join()}}`])
}
