import {
  type ApiKeyRecord,
  type Database,
  type IdempotencyRecord,
  parseExact,
  type SqlRow,
  type SqlValue,
  type State,
  type Transaction,
} from '@charter/runtime'
import { bodyOf, intentNumber, linesOf, newestIn, rowNumber, settledIn, trailIn } from '@charter/runtime/service'
import { storeEntries } from './audit-rows.ts'
import { claimsOf } from './claims.ts'
import { outboxOf } from './outbox.ts'
import { protectedState } from './protected-state.ts'
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
    ...auditOf(database),
    ...idempotencyOf(database),
    ...claimsOf(database, saveIdempotency),
    ...apiKeysOf(database),
    ...outboxOf(database, (given, work) => within(database, given, work)),
    ...protectedState(database, (given, work) => within(database, given, work)),
    close: async () => {},
  }
}

/** Only where one is missing: a read-only file that has them is fine. */
const makeTables = async (database: Database): Promise<void> => {
  const found = await database.all(`SELECT 1 FROM sqlite_schema WHERE name = '_charter_api_key_scopes'`, [])
  if (found.length > 0) return
  await database.transaction(async (transaction) => {
    for (const statement of stateSchema) await transaction.run(statement, [])
  })
}

/** Joins the write's transaction where there is one, else makes its own. */
const within = <Result>(database: Database, given: Transaction | null, work: (on: Transaction) => Promise<Result>) =>
  given ? work(given) : database.transaction(work)

type Audit = Pick<
  State,
  'appendAudit' | 'readAudit' | 'recentAudit' | 'pendingAudit' | 'markDrained' | 'settledIntents'
>

const selectBodies = 'SELECT "position", "body" FROM "_charter_audit"'

const auditOf = (database: Database): Audit => ({
  appendAudit: (entries, transaction) => within(database, transaction, (on) => storeEntries(on, entries)),
  async readAudit(of, limit, before) {
    const found = await database.all(
      'SELECT "position" FROM "_charter_audit_row" WHERE "row" = ? AND "position" < ? ORDER BY "position" DESC LIMIT ?',
      [rowNumber(of.entity, of.key, of.tenant), before ?? Number.MAX_SAFE_INTEGER, limit],
    )
    const positions = new Set(found.map(([position]) => Number(position)))
    const bodies = JSON.stringify([...new Set([...positions].map(bodyOf))])
    const rows = await database.all(`${selectBodies} WHERE "position" IN (SELECT value FROM json_each(?))`, [bodies])
    return trailIn(rows, positions, of)
  },
  async recentAudit(limit, after) {
    const rows = await database.all(`${selectBodies} WHERE "position" >= ? ORDER BY "position" DESC LIMIT ?`, [
      bodyOf(after),
      limit,
    ])
    return newestIn(rows, after, limit)
  },
  async settledIntents(ids) {
    const found = await database.all(
      'SELECT "position" FROM "_charter_audit_row" WHERE "row" IN (SELECT value FROM json_each(?))',
      [JSON.stringify(ids.map(intentNumber))],
    )
    const bodies = JSON.stringify([...new Set(found.map(([position]) => bodyOf(Number(position))))])
    const rows = await database.all(`${selectBodies} WHERE "position" IN (SELECT value FROM json_each(?))`, [bodies])
    return settledIn(rows, ids)
  },
  async pendingAudit(limit) {
    const [drained] = await database.all('SELECT "position" FROM "_charter_drained"', [])
    const through = Number(drained?.[0] ?? 0)
    const rows = await database.all(`${selectBodies} WHERE "position" >= ? ORDER BY "position" LIMIT ?`, [
      bodyOf(through),
      limit,
    ])
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

type Idempotency = Pick<State, 'findIdempotency' | 'saveIdempotency' | 'sweep'>

const idempotencyOf = (database: Database): Idempotency => ({
  async findIdempotency(scope, transaction) {
    const rows = await (transaction ?? database).all(
      'SELECT "scope", "input", "saved_at_ms", "value", "version" FROM "_charter_idempotency" WHERE "scope" = ?',
      [scope],
    )
    return rows[0] ? idempotencyRecord(rows[0]) : null
  },
  saveIdempotency: (record, transaction) => within(database, transaction, (on) => saveIdempotency(on, record)),
  sweep: (beforeMs) =>
    database.transaction(async (on) => {
      await on.run('DELETE FROM "_charter_idempotency" WHERE "saved_at_ms" < ?', [beforeMs])
      await on.run('DELETE FROM "_charter_claim" WHERE "claimed_at_ms" < ?', [beforeMs])
      await on.run('DELETE FROM "_charter_outbox" WHERE "at_ms" < ?', [beforeMs])
    }),
})

const saveIdempotency = async (on: Transaction, record: IdempotencyRecord): Promise<void> => {
  await on.run(
    'INSERT OR REPLACE INTO "_charter_idempotency" ("scope", "input", "saved_at_ms", "value", "version") VALUES (?, ?, ?, ?, ?)',
    [
      record.scope,
      record.input,
      record.savedAtMs,
      JSON.stringify(record.outcome.value),
      record.outcome.version ?? null,
    ],
  )
}

const textOrNull = (value: SqlValue | undefined): string | null => (typeof value === 'string' ? value : null)

const idempotencyRecord = (row: SqlRow): IdempotencyRecord => {
  const version = textOrNull(row[4])
  return {
    scope: String(row[0]),
    input: String(row[1]),
    savedAtMs: Number(row[2]),
    outcome: { value: parseExact(String(row[3])), ...(version !== null && { version }) },
  }
}

type ApiKeys = Pick<State, 'findApiKey' | 'findApiKeyById' | 'saveApiKey' | 'listApiKeys'>

const apiKeyRows =
  'SELECT "id", "hash", "principal", "roles", "attributes", "tenant", "expires_at_ms", "scopes" FROM "_charter_api_key" LEFT JOIN "_charter_api_key_scopes" USING ("hash")'

const apiKeysOf = (database: Database): ApiKeys => ({
  async findApiKey(hash) {
    const rows = await database.all(`${apiKeyRows} WHERE "hash" = ?`, [hash])
    return rows[0] ? apiKeyRecord(rows[0]) : null
  },
  async findApiKeyById(id) {
    const rows = await database.all(`${apiKeyRows} WHERE "id" = ?`, [id])
    return rows[0] ? apiKeyRecord(rows[0]) : null
  },
  async listApiKeys(limit) {
    const rows = await database.all(`${apiKeyRows} ORDER BY "id" DESC LIMIT ${limit}`, [])
    return rows.map(apiKeyRecord)
  },
  saveApiKey: (record) =>
    database.transaction(async (on) => {
      await on.run(
        'INSERT OR REPLACE INTO "_charter_api_key" ("id", "hash", "principal", "roles", "attributes", "tenant", "expires_at_ms") VALUES (?, ?, ?, ?, ?, ?, ?)',
        [
          record.id,
          record.hash,
          record.principal,
          JSON.stringify(record.roles),
          JSON.stringify(record.attributes),
          record.tenant,
          record.expiresAtMs,
        ],
      )
      await on.run('DELETE FROM "_charter_api_key_scopes" WHERE "hash" = ?', [record.hash])
      if (record.scopes !== null)
        await on.run('INSERT INTO "_charter_api_key_scopes" ("hash", "scopes") VALUES (?, ?)', [
          record.hash,
          JSON.stringify(record.scopes),
        ])
    }),
})

const apiKeyRecord = (row: SqlRow): ApiKeyRecord => ({
  id: String(row[0]),
  hash: String(row[1]),
  principal: String(row[2]),
  roles: JSON.parse(String(row[3])),
  attributes: JSON.parse(String(row[4])),
  tenant: textOrNull(row[5]),
  expiresAtMs: row[6] === null ? null : Number(row[6]),
  scopes: typeof row[7] === 'string' ? JSON.parse(row[7]) : null,
})
