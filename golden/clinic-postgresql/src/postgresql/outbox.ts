import type { Database, Outbox, RowChange } from '../runtime/index.ts'
import { stateName } from './state-schema.ts'

/**
 * Positions are given out in another order than transactions commit in. So a write is shown once every transaction that
 * began before it has ended (`pg_snapshot_xmin`), in the order of transactions: none can then appear before one that was
 * shown (postgresql.org/docs/current/functions-info.html, table of transaction ID functions).
 */
const select = `SELECT "written_by"::text, "position", "at_ms", "changes" FROM ${stateName}."outbox"
WHERE ("written_by", "position") > (?::text::xid8, ?::bigint)
  AND "written_by" < pg_catalog.pg_snapshot_xmin(pg_catalog.pg_current_snapshot())
ORDER BY "written_by", "position" LIMIT ?`

const now = 'SELECT pg_catalog.pg_snapshot_xmin(pg_catalog.pg_current_snapshot())::text'

export const outboxOf = (database: Database): Outbox => ({
  async appendChanges({ atMs, changes }, transaction) {
    await (transaction ?? database).all(`INSERT INTO ${stateName}."outbox" ("at_ms", "changes") VALUES (?, ?)`, [
      atMs,
      JSON.stringify(changes),
    ])
  },
  async changesAfter(position, limit) {
    const [writtenBy = '0', number = '0'] = position.split('.')
    const rows = await database.all(select, [writtenBy, number, limit])
    if (rows.length === 0 && BigInt(writtenBy) > BigInt(await current(database))) return null
    return rows.map((row) => ({
      position: `${row[0]}.${row[1]}`,
      atMs: Number(row[2]),
      changes: JSON.parse(String(row[3])) as readonly RowChange[],
    }))
  },
  // Whatever an older transaction still writes has a lower number, and counts as after.
  newestChange: async () => `${await current(database)}.0`,
})

const current = async (database: Database): Promise<string> => String((await database.all(now, []))[0]?.[0] ?? '0')
