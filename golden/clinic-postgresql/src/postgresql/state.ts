import {
  type ApiKeyRecord,
  type Database,
  type IdempotencyRecord,
  ProblemError,
  problem,
  type SqlRow,
  type SqlValue,
  type State,
  type Transaction,
} from '../runtime/index.ts'
import { auditOf } from './audit-state.ts'
import { claimsOf } from './claims.ts'
import type { PrimaryDatabase } from './database.ts'
import { protectedState } from './protected-state.ts'
import { findStateTable, makeStateSchema, newestTable, stateComment, stateName, stateTables } from './state-schema.ts'

export interface StateOptions {
  /** The database that holds the state's schema: the server itself, never a replica. */
  readonly database: PrimaryDatabase
  /** The rows are in the same database, so a write's transaction carries the state too. */
  readonly isTransactional: boolean
}

/**
 * State in a companion schema; makes it where it is not there yet. Rejects with a ProblemError (`unavailable`) when a schema
 * of that name is another's.
 */
export const openState = async ({ database, isTransactional }: StateOptions): Promise<State> => {
  await makeTables(database)
  const idempotency = idempotencyOf(database)
  return {
    isTransactional,
    ...auditOf(database),
    ...idempotency,
    ...claimsOf(database, idempotency.saveIdempotency),
    ...apiKeysOf(database),
    ...protectedState(database),
    close: async () => {},
  }
}

/** Only where one is missing: a role that may not create anything is fine when they are there. */
const makeTables = async (database: PrimaryDatabase): Promise<void> => {
  const found = await database.all(findStateTable, [newestTable])
  if (found.length > 0) return
  await database.setUp(async (transaction) => {
    await makeSchema(transaction)
    for (const statement of stateTables) await transaction.run(statement, [])
  })
}

const makeSchema = async (transaction: Transaction): Promise<void> => {
  const [schema] = await transaction.all(
    `SELECT pg_catalog.obj_description(oid, 'pg_namespace') FROM pg_catalog.pg_namespace WHERE nspname = ?::text`,
    [stateName.slice(1, -1)],
  )
  if (!schema) for (const statement of makeStateSchema) await transaction.run(statement, [])
  else if (schema[0] !== stateComment)
    throw new ProblemError(
      problem('unavailable', {
        cause: new Error(
          `The database has a schema ${stateName} that is not a Charter service's. Rename it, or give the state a database of its own.`,
        ),
      }),
    )
}

type Idempotency = Pick<State, 'findIdempotency' | 'saveIdempotency' | 'sweep'>

const idempotencyOf = (database: Database): Idempotency => ({
  async findIdempotency(scope, transaction) {
    const rows = await (transaction ?? database).all(
      `SELECT "scope", "input", "saved_at_ms", "value", "version" FROM ${stateName}."idempotency" WHERE "scope" = ?`,
      [scope],
    )
    return rows[0] ? idempotencyRecord(rows[0]) : null
  },
  // A twin that saves at the same time makes one of the two fail, and find the other's answer when it runs again.
  async saveIdempotency(record, transaction) {
    await (transaction ?? database).all(
      `INSERT INTO ${stateName}."idempotency" ("scope", "input", "saved_at_ms", "value", "version") VALUES (?, ?, ?, ?, ?)
ON CONFLICT ("scope") DO UPDATE SET "input" = excluded."input", "saved_at_ms" = excluded."saved_at_ms", "value" = excluded."value", "version" = excluded."version"`,
      [
        record.scope,
        record.input,
        record.savedAtMs,
        JSON.stringify(record.outcome.value),
        record.outcome.version ?? null,
      ],
    )
  },
  async sweep(beforeMs) {
    await database.all(`DELETE FROM ${stateName}."idempotency" WHERE "saved_at_ms" < ?`, [beforeMs])
    await database.all(`DELETE FROM ${stateName}."claim" WHERE "claimed_at_ms" < ?`, [beforeMs])
  },
})

const textOrNull = (value: SqlValue | undefined): string | null => (typeof value === 'string' ? value : null)

const idempotencyRecord = (row: SqlRow): IdempotencyRecord => {
  const version = textOrNull(row[4])
  return {
    scope: String(row[0]),
    input: String(row[1]),
    savedAtMs: Number(row[2]),
    outcome: { value: JSON.parse(String(row[3])), ...(version !== null && { version }) },
  }
}

type ApiKeys = Pick<State, 'findApiKey' | 'saveApiKey'>

const apiKeysOf = (database: Database): ApiKeys => ({
  async findApiKey(hash) {
    const rows = await database.all(
      `SELECT "id", "hash", "principal", "roles", "attributes", "tenant", "expires_at_ms" FROM ${stateName}."api_key" WHERE "hash" = ?`,
      [hash],
    )
    return rows[0] ? apiKeyRecord(rows[0]) : null
  },
  async saveApiKey(record) {
    await database.all(
      `INSERT INTO ${stateName}."api_key" ("id", "hash", "principal", "roles", "attributes", "tenant", "expires_at_ms") VALUES (?, ?, ?, ?, ?, ?, ?)
ON CONFLICT ("hash") DO UPDATE SET "id" = excluded."id", "principal" = excluded."principal", "roles" = excluded."roles", "attributes" = excluded."attributes", "tenant" = excluded."tenant", "expires_at_ms" = excluded."expires_at_ms"`,
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
  },
})

const apiKeyRecord = (row: SqlRow): ApiKeyRecord => ({
  id: String(row[0]),
  hash: String(row[1]),
  principal: String(row[2]),
  roles: JSON.parse(String(row[3])),
  attributes: JSON.parse(String(row[4])),
  tenant: textOrNull(row[5]),
  expiresAtMs: row[6] === null ? null : Number(row[6]),
})
