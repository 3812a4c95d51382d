import type { Outbox } from '@charter/runtime'
import type { PrimaryDatabase } from '@charter/sql/server'
import { countedChanges, readOf, type SqlTransaction, sqlTransaction, writeOf } from '@charter/sql/store'

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
  ...countedChanges(database, { after, last }),
})
