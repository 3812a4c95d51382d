import type { Outbox } from '../runtime/index.ts'
import {
  countedChanges,
  type Database,
  insertInto,
  readOf,
  type SqlTransaction,
  sqlTransaction,
} from '../sql-store/index.ts'

type Within = <Result>(given: SqlTransaction | null, work: (on: SqlTransaction) => Promise<Result>) => Promise<Result>

const table = '"_charter_outbox"'
const keep = insertInto(table, ['at_ms', 'changes'])
const after = readOf(
  `SELECT "position", "at_ms", "changes" FROM ${table} WHERE "position" > CAST(? AS INTEGER) ORDER BY "position" LIMIT ?`,
  table,
)
const last = readOf(`SELECT "seq" FROM sqlite_sequence WHERE "name" = '_charter_outbox'`)

/** One writer at a time: what is committed later has a higher position. */
export const outboxOf = (database: Database, within: Within): Outbox => ({
  appendChanges: ({ atMs, changes }, transaction) =>
    within(transaction && sqlTransaction(transaction), async (on) => {
      await on.run(keep, [atMs, JSON.stringify(changes)])
    }),
  ...countedChanges(database, { after, last }),
})
