import type { State } from '@charter/runtime'
import {
  bodyOf,
  type Database,
  insertUnlessThere,
  linesOf,
  marks,
  names,
  newestTable,
  type SqlTransaction,
  type StateDialect,
  sharedState,
  sqlTransaction,
} from '@charter/sql/store'
import { storeEntries } from './audit-rows.ts'
import { outboxOf } from './outbox.ts'
import { stateSchema } from './state-schema.ts'

export interface StateOptions {
  /** The database that holds the state's tables. */
  readonly database: Database
  /** The rows are in the same database, so a write's transaction carries the state too. */
  readonly isTransactional: boolean
}

/** State over SQLite tables with the reserved prefix `_charter_`; makes the tables where they are not there yet. */
export const openState = async ({ database, isTransactional }: StateOptions): Promise<State> => {
  await makeTables(database)
  return {
    isTransactional,
    ...sharedState(database, dialect),
    ...auditOf(database),
    ...outboxOf(database, (given, work) => within(database, given, work)),
    close: async () => {},
  }
}

const dialect: StateDialect = {
  table: (name) => `"_charter_${name}"`,
  isAmong: (column) => `${column} IN (SELECT value FROM json_each(?))`,
  insertNew: insertUnlessThere,
  upsert: (table, _key, columns) => `INSERT OR REPLACE INTO ${table} (${names(columns)}) VALUES (${marks(columns)})`,
  change: (database, sql, values, given = null) =>
    within(database, given, async (on) => (await on.run(sql, values)).changes),
}

/** Only where one is missing: a read-only file that has them is fine. */
const makeTables = async (database: Database): Promise<void> => {
  const found = await database.all(`SELECT 1 FROM sqlite_schema WHERE name = '_charter_${newestTable}'`, [])
  if (found.length > 0) return
  await database.transaction(async (transaction) => {
    for (const statement of stateSchema) await transaction.run(statement, [])
  })
}

/** Joins the write's transaction where there is one, else makes its own. */
const within = <Result>(
  database: Database,
  given: SqlTransaction | null,
  work: (on: SqlTransaction) => Promise<Result>,
) => (given ? work(given) : database.transaction(work))

/** One writer at a time: whatever is committed later has a higher position, so that a position tells what was drained. */
const auditOf = (database: Database): Pick<State, 'appendAudit' | 'pendingAudit' | 'markDrained'> => ({
  appendAudit: (entries, transaction) =>
    within(database, transaction && sqlTransaction(transaction), (on) => storeEntries(on, entries)),
  async pendingAudit(limit) {
    const [drained] = await database.all('SELECT "position" FROM "_charter_drained"', [])
    const through = Number(drained?.[0] ?? 0)
    const rows = await database.all(
      'SELECT "position", "body" FROM "_charter_audit" WHERE "position" >= ? ORDER BY "position" LIMIT ?',
      [bodyOf(through), limit],
    )
    return rows.flatMap(linesOf).filter(({ position }) => position > through)
  },
  markDrained: (throughPosition) =>
    database.transaction(async (on) => {
      await on.run(
        'INSERT INTO "_charter_drained" ("only", "position") VALUES (1, ?) ON CONFLICT DO UPDATE SET "position" = max("position", excluded."position")',
        [throughPosition],
      )
    }),
})
