import type { Outbox, RowChange } from '../runtime/index.ts'
import { type Database, insertInto, readOf, sqlTransaction } from '../sql-store/index.ts'
import { stateName } from './state-name.ts'

const table = `${stateName}."outbox"`

/**
 * Positions are given out in another order than transactions commit in. So a write is shown once every transaction that
 * began before it has ended (`pg_snapshot_xmin`), in the order of transactions: none can then appear before one that was
 * shown (postgresql.org/docs/current/functions-info.html, table of transaction ID functions). A position is
 * `<transaction>.<number>`, and of who begins while others write `.<snapshot>` too: what was visible then is not shown later. A column that is shown
 * as text under its own name would be sorted as text, 1000 before 737, so it has another.
 */
const select = readOf(
  `SELECT "written_by"::text AS "transaction", "position", "at_ms", "changes" FROM ${table}
WHERE ("written_by", "position") > (?::text::xid8, ?::bigint)
  AND "written_by" < pg_catalog.pg_snapshot_xmin(pg_catalog.pg_current_snapshot())
  AND coalesce(NOT pg_catalog.pg_visible_in_snapshot("written_by", ?::text::pg_snapshot), true)
ORDER BY "written_by", "position" LIMIT ?`,
  table,
)

const keep = insertInto(table, ['at_ms', 'changes'])
const now = readOf('SELECT pg_catalog.pg_current_snapshot()::text')

/** A snapshot stands in a cursor, which is bounded. Of a longer one, some that was visible is shown once more. */
const snapshotLengthMax = 4000

export const outboxOf = (database: Database): Outbox => ({
  async appendChanges({ atMs, changes }, transaction) {
    const values = [atMs, JSON.stringify(changes)]
    if (transaction) await sqlTransaction(transaction).later(keep, values)
    else await database.all(keep, values)
  },
  async changesAfter(position, limit) {
    const [writtenBy = '0', number = '0', before] = position.split('.')
    const rows = await database.all(select, [writtenBy, number, before ?? null, limit])
    if (rows.length === 0 && BigInt(writtenBy) > oldestIn(await current(database))) return null
    return rows.map((row) => ({
      position: [row[0], row[1], ...(before && BigInt(String(row[0])) < endOf(before) ? [before] : [])].join('.'),
      atMs: Number(row[2]),
      changes: JSON.parse(String(row[3])) as readonly RowChange[],
    }))
  },
  // Whatever an older transaction still writes has a lower number, and counts as after.
  async newestChange() {
    const snapshot = await current(database)
    const isAlone = oldestIn(snapshot) === endOf(snapshot)
    return [oldestIn(snapshot), 0, ...(isAlone || snapshot.length > snapshotLengthMax ? [] : [snapshot])].join('.')
  },
})

/** `<oldest that is still written>:<the first that had not begun>:<those between that are still written>`. */
const current = async (database: Database): Promise<string> => String((await database.all(now, []))[0]?.[0] ?? '0:0:')
const oldestIn = (snapshot: string): bigint => BigInt(snapshot.split(':')[0] ?? 0)
const endOf = (snapshot: string): bigint => BigInt(snapshot.split(':')[1] ?? 0)
