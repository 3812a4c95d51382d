import type { State } from '../runtime/index.ts'
import {
  bodyOf,
  type Database,
  insertInto,
  insertUnlessThere,
  linesOf,
  newestTable,
  readOf,
  type SqlTransaction,
  type StateDialect,
  sharedState,
  sqlTransaction,
  stateNotAllowed,
  writeOf,
} from '../sql-store/index.ts'
import { storeEntries } from './audit-rows.ts'
import { outboxOf } from './outbox.ts'
import { stateSchema } from './state-schema.ts'

export interface StateOptions {
  /** The database that holds the state's tables. */
  readonly database: Database
  /** The rows are in the same database, so a write's transaction carries the state too. */
  readonly isTransactional: boolean
  /** Whether what is missing may be made. */
  readonly mayCreate: boolean
}

/** State over SQLite tables with the reserved prefix `_charter_`; makes the tables where they are not there yet, and may be. */
export const openState = async (options: StateOptions): Promise<State> => {
  const { database, isTransactional } = options
  await makeTables(options)
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
  upsert: (table, _key, columns) => insertInto(table, columns, { words: 'INSERT OR REPLACE INTO' }),
  change: (database, statement, values, given = null) =>
    within(database, given, async (on) => (await on.run(statement, values)).changes),
}

const findNewest = readOf(`SELECT 1 FROM sqlite_schema WHERE name = '_charter_${newestTable}'`)

/** Only where one is missing: a read-only file that has them is fine. */
const makeTables = async ({ database, mayCreate }: StateOptions): Promise<void> => {
  const found = await database.all(findNewest, [])
  if (found.length > 0) return
  if (!mayCreate) throw stateNotAllowed({ what: 'tables whose names begin with "_charter_"', it: 'them' })
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

const drainedTable = '"_charter_drained"'
const drainedThrough = readOf(`SELECT "position" FROM ${drainedTable}`, drainedTable)
const pending = readOf(
  'SELECT "position", "body" FROM "_charter_audit" WHERE "position" >= ? ORDER BY "position" LIMIT ?',
  '"_charter_audit"',
)
const drain = writeOf('INSERT', {
  text: `INSERT INTO ${drainedTable} ("only", "position") VALUES (1, ?) ON CONFLICT DO UPDATE SET "position" = max("position", excluded."position")`,
  table: drainedTable,
  columns: ['position'],
})

/** One writer at a time: whatever is committed later has a higher position, so that a position tells what was drained. */
const auditOf = (database: Database): Pick<State, 'appendAudit' | 'pendingAudit' | 'markDrained'> => ({
  appendAudit: (entries, transaction) =>
    within(database, transaction && sqlTransaction(transaction), (on) => storeEntries(on, entries)),
  async pendingAudit(limit) {
    const [drained] = await database.all(drainedThrough, [])
    const through = Number(drained?.[0] ?? 0)
    const rows = await database.all(pending, [bodyOf(through), limit])
    return rows.flatMap(linesOf).filter(({ position }) => position > through)
  },
  markDrained: (throughPosition) =>
    database.transaction(async (on) => {
      await on.run(drain, [throughPosition])
    }),
})
