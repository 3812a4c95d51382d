import type { Outbox, RowChange } from '../runtime/index.ts'
import { type Database, insertInto, readOf, type SqlTransaction, sqlTransaction } from '../sql-store/index.ts'

type Within = <Result>(given: SqlTransaction | null, work: (on: SqlTransaction) => Promise<Result>) => Promise<Result>

const table = '"_charter_outbox"'
const keep = insertInto(table, ['at_ms', 'changes'])
const after = readOf(
  `SELECT "position", "at_ms", "changes" FROM ${table} WHERE "position" > ? ORDER BY "position" LIMIT ?`,
  table,
)
const last = readOf(`SELECT "seq" FROM sqlite_sequence WHERE "name" = '_charter_outbox'`)

/** One writer at a time: what is committed later has a higher position. */
export const outboxOf = (database: Database, within: Within): Outbox => ({
  appendChanges: ({ atMs, changes }, transaction) =>
    within(transaction && sqlTransaction(transaction), async (on) => {
      await on.run(keep, [atMs, JSON.stringify(changes)])
    }),
  async changesAfter(position, limit) {
    const rows = await database.all(after, [Number(position), limit])
    if (rows.length === 0 && Number(position) > (await newest(database))) return null
    return rows.map((row) => ({
      position: String(row[0]),
      atMs: Number(row[1]),
      changes: JSON.parse(String(row[2])) as readonly RowChange[],
    }))
  },
  newestChange: async () => String(await newest(database)),
})

const newest = async (database: Database): Promise<number> => Number((await database.all(last, []))[0]?.[0] ?? 0)
