import type { Outbox, RowChange } from '@charter/runtime'
import type { PrimaryDatabase } from '@charter/sql/server'
import { readOf, type SqlTransaction, sqlTransaction, writeOf } from '@charter/sql/store'

/**
 * Positions are counted in a row that each transaction holds until it ends: what is committed later has a higher one, so that a
 * position tells what was seen. Counting is the last that a write does.
 */
const [table, lastTable] = ['"_charter_outbox"', '"_charter_outbox_last"']
const count = writeOf('UPDATE', {
  text: `UPDATE ${lastTable} SET "position" = LAST_INSERT_ID("position" + 1) WHERE "only" = 1`,
  table: lastTable,
})
const keep = writeOf('INSERT', {
  text: `INSERT INTO ${table} ("position", "at_ms", "changes") VALUES (LAST_INSERT_ID(), ?, ?)`,
  table,
  columns: ['at_ms', 'changes'],
})
const after = readOf(
  `SELECT "position", "at_ms", "changes" FROM ${table} WHERE "position" > CAST(? AS SIGNED) ORDER BY "position" LIMIT ?`,
  table,
)
const last = readOf(`SELECT "position" FROM ${lastTable}`, lastTable)

export const outboxOf = (database: PrimaryDatabase): Outbox => ({
  async appendChanges({ atMs, changes }, transaction) {
    const work = async (on: SqlTransaction) => {
      await on.run(count, [])
      await on.run(keep, [atMs, JSON.stringify(changes)])
    }
    await (transaction ? work(sqlTransaction(transaction)) : database.within('brief', work))
  },
  async changesAfter(position, limit) {
    const rows = await database.all(after, [position, limit])
    if (rows.length === 0 && Number(position) > (await newest(database))) return null
    return rows.map((row) => ({
      position: String(row[0]),
      atMs: Number(row[1]),
      changes: JSON.parse(String(row[2])) as readonly RowChange[],
    }))
  },
  newestChange: async () => String(await newest(database)),
})

const newest = async (database: PrimaryDatabase): Promise<number> => Number((await database.all(last, []))[0]?.[0] ?? 0)
