import type { Outbox, RowChange } from '@charter/runtime'
import { type Database, insertInto, readOf, sqlTransaction } from '@charter/sql/store'
import { stateName } from './state-name.ts'

const table = `${stateName}."outbox"`

/**
 * Positions are given out in another order than transactions commit in. So a write is shown once every transaction that
 * began before it has ended (`pg_snapshot_xmin`), in the order of transactions: none can then appear before one that was
 * shown (postgresql.org/docs/current/functions-info.html, table of transaction ID functions). Those of the server's other
 * databases are among them; nothing is shown later for their sake (`horizon`). A position is
 * `<transaction>.<number>`, and of who begins while others write `.<snapshot>` too: what was visible then is not shown later. A column that is shown
 * as text under its own name would be sorted as text, 1000 before 737, so it has another.
 */
const isAfter = `("written_by", "position") > (?::text::xid8, ?::bigint)
  AND coalesce(NOT pg_catalog.pg_visible_in_snapshot("written_by", ?::text::pg_snapshot), true)`
const select = readOf(
  `SELECT "written_by"::text AS "transaction", "position", "at_ms", "changes" FROM ${table}
WHERE ${isAfter}
  AND "written_by" < coalesce(?::text::xid8, pg_catalog.pg_snapshot_xmin(pg_catalog.pg_current_snapshot()))
ORDER BY "written_by", "position" LIMIT ?`,
  table,
)

const any = readOf(`SELECT 1 FROM ${table} WHERE ${isAfter} LIMIT 1`, table)

const keep = insertInto(table, ['at_ms', 'changes'])
const now = readOf('SELECT pg_catalog.pg_current_snapshot()::text')

/**
 * The oldest transaction that is open and may yet write here: one of a session, or prepared, in another database never does (what is asked
 * of others' sessions is told to whoever asks: postgresql.org/docs/current/monitoring-stats.html, view-pg-locks.html). A statement that begins after this one sees
 * every write before it: of what had not begun when this snapshot was taken, none is before its end.
 */
const horizon = readOf(`SELECT "snapshot"::text, coalesce((
  SELECT min("open"."id"::text::bigint)::text FROM pg_catalog.pg_snapshot_xip("snapshot") AS "open" ("id")
  WHERE NOT EXISTS (
    SELECT FROM pg_catalog.pg_locks "own" JOIN pg_catalog.pg_stat_activity "session" USING ("pid")
    WHERE "own"."transactionid" = "open"."id"::xid AND "own"."mode" = 'ExclusiveLock' AND "session"."datid" <> "here"."oid"
  ) AND NOT EXISTS (
    SELECT FROM pg_catalog.pg_prepared_xacts "prepared"
    WHERE "prepared"."transaction" = "open"."id"::xid AND "prepared"."database" <> "here"."datname")
), pg_catalog.pg_snapshot_xmax("snapshot")::text)
FROM pg_catalog.pg_current_snapshot() AS "snapshot", pg_catalog.pg_database "here"
WHERE "here"."datname" = pg_catalog.current_database()`)

/** A snapshot stands in a cursor, which is bounded. Of a longer one, some that was visible is shown once more. */
const snapshotLengthMax = 4000

const partsOf = (position: string): [string, string, string | null] => {
  const [writtenBy = '0', number = '0', before = null] = position.split('.')
  return [writtenBy, number, before]
}

export const outboxOf = (database: Database): Outbox => ({
  async appendChanges({ atMs, changes }, transaction) {
    const values = [atMs, JSON.stringify(changes)]
    if (transaction) await sqlTransaction(transaction).later(keep, values)
    else await database.all(keep, values)
  },
  async changesAfter(position, limit) {
    const [writtenBy, number, before] = partsOf(position)
    const below = (end: string | null) => database.all(select, [writtenBy, number, before, end, limit])
    let rows = await below(null)
    if (rows.length === 0) {
      const [[snapshot, end] = []] = await database.all(horizon, [])
      if (BigInt(writtenBy) > endOf(String(snapshot))) return null
      if (BigInt(String(end)) > oldestIn(String(snapshot))) rows = await below(String(end))
    }
    return rows.map((row) => ({
      position: [row[0], row[1], ...(before && BigInt(String(row[0])) < endOf(before) ? [before] : [])].join('.'),
      atMs: Number(row[2]),
      changes: JSON.parse(String(row[3])) as readonly RowChange[],
    }))
  },
  async isBehind(position) {
    return (await database.all(any, partsOf(position))).length > 0
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
