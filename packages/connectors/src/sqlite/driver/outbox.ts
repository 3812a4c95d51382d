import type { Outbox, RowChange } from '@charter/runtime'
import type { Database, SqlTransaction } from '@charter/sql/store'
import { sqlTransaction } from '@charter/sql/store'

type Within = <Result>(given: SqlTransaction | null, work: (on: SqlTransaction) => Promise<Result>) => Promise<Result>

/** One writer at a time: what is committed later has a higher position. */
export const outboxOf = (database: Database, within: Within): Outbox => ({
  appendChanges: ({ atMs, changes }, transaction) =>
    within(transaction && sqlTransaction(transaction), async (on) => {
      await on.run('INSERT INTO "_charter_outbox" ("at_ms", "changes") VALUES (?, ?)', [atMs, JSON.stringify(changes)])
    }),
  async changesAfter(position, limit) {
    const rows = await database.all(
      'SELECT "position", "at_ms", "changes" FROM "_charter_outbox" WHERE "position" > ? ORDER BY "position" LIMIT ?',
      [Number(position), limit],
    )
    if (rows.length === 0 && Number(position) > (await newest(database))) return null
    return rows.map((row) => ({
      position: String(row[0]),
      atMs: Number(row[1]),
      changes: JSON.parse(String(row[2])) as readonly RowChange[],
    }))
  },
  newestChange: async () => String(await newest(database)),
})

const newest = async (database: Database): Promise<number> =>
  Number((await database.all(`SELECT "seq" FROM sqlite_sequence WHERE "name" = '_charter_outbox'`, []))[0]?.[0] ?? 0)
