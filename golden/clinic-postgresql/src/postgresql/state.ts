import {
  type ApiKeyRecord,
  type Database,
  type IdempotencyRecord,
  ProblemError,
  parseExact,
  problem,
  type SqlRow,
  type SqlValue,
  type State,
  type Transaction,
} from '../runtime/index.ts'
import { auditOf } from './audit-state.ts'
import { claimsOf } from './claims.ts'
import type { PrimaryDatabase } from './database.ts'
import { stateOf } from './errors.ts'
import { outboxOf } from './outbox.ts'
import { protectedState } from './protected-state.ts'
import {
  findStateTable,
  makeStateSchema,
  newestTable,
  stateComment,
  stateName,
  stateTables,
  tableNames,
} from './state-schema.ts'

export interface StateOptions {
  /** The database that holds the state's schema: the server itself, never a replica. */
  readonly database: PrimaryDatabase
  /** The rows are in the same database, so a write's transaction carries the state too. */
  readonly isTransactional: boolean
  /** Whether what is missing of the schema may be made. */
  readonly mayCreate: boolean
}

/**
 * State in a companion schema; makes it where it is not there yet. Rejects with a ProblemError (`unavailable`) when a schema
 * of that name is another's.
 */
export const openState = async ({ database, isTransactional, mayCreate }: StateOptions): Promise<State> => {
  await makeTables(database, mayCreate)
  const idempotency = idempotencyOf(database)
  return {
    isTransactional,
    ...auditOf(database),
    ...idempotency,
    ...claimsOf(database, idempotency.saveIdempotency),
    ...apiKeysOf(database),
    ...outboxOf(database),
    ...protectedState(database),
    close: async () => {},
  }
}

/** Only where one is missing: a role that may not create anything is fine when they are there. */
const makeTables = async (database: PrimaryDatabase, mayCreate: boolean): Promise<void> => {
  const found = await database.all(findStateTable, [newestTable])
  if (found.length > 0) return
  await requireOurs(database)
  if (!mayCreate) throw refused(await missing(database), 'It may not be made without being allowed')
  try {
    await database.setUp(async (transaction) => {
      if (!(await requireOurs(transaction)))
        for (const statement of makeStateSchema) await transaction.run(statement, [])
      for (const statement of stateTables) await transaction.run(statement, [])
    })
  } catch (error) {
    if (error instanceof ProblemError && stateOf(error) === '42501')
      throw refused(await missing(database), 'The role of the URL has no permission to make it', error)
    throw error
  }
}

/** Whether there is a schema of that name. Rejects where it is another's. */
const requireOurs = async (on: Pick<Transaction, 'all'>): Promise<boolean> => {
  const [schema] = await on.all(
    `SELECT pg_catalog.obj_description(oid, 'pg_namespace') FROM pg_catalog.pg_namespace WHERE nspname = ?::text`,
    [stateName.slice(1, -1)],
  )
  if (schema && schema[0] !== stateComment)
    throw unavailable(
      `The database has a schema ${stateName} that is not a Charter service's. Rename it, or give the state a database of its own.`,
    )
  return schema !== undefined
}

/** `the schema "charter_state" with the tables audit, …`, as far as they are not there. */
const missing = async (on: Pick<Transaction, 'all'>): Promise<string> => {
  const absent: string[] = []
  for (const name of tableNames) if ((await on.all(findStateTable, [name])).length === 0) absent.push(name)
  return `the schema ${stateName} with the tables ${absent.join(', ')}`
}

const refused = (what: string, why: string, cause?: unknown): ProblemError =>
  unavailable(
    `The service's state is to be kept in this database itself, which needs ${what}, and nothing else in it. ${why}. To allow it, start with --allow-ddl (a generated service: CHARTER_ALLOW_DDL=true) and a role that may create; or have the database's owner make it, with the statements that \`charter introspect --state-ddl\` prints; or leave \`state: source\` out of the charter, and the state is kept in a file of its own.`,
    cause,
  )

const unavailable = (sentence: string, cause?: unknown): ProblemError =>
  new ProblemError(problem('unavailable', { cause: new Error(sentence, { cause }) }))

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
    await database.all(`DELETE FROM ${stateName}."outbox" WHERE "at_ms" < ?`, [beforeMs])
  },
})

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

const apiKeyRows = `SELECT "id", "hash", "principal", "roles", "attributes", "tenant", "expires_at_ms", "scopes" FROM ${stateName}."api_key" LEFT JOIN ${stateName}."api_key_scopes" USING ("hash")`

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
  saveApiKey: (record) => database.transaction((on) => saveApiKey(on, record), { isRepeatable: true }),
})

const saveApiKey = async (on: Transaction, record: ApiKeyRecord): Promise<void> => {
  await on.run(
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
  await on.run(`DELETE FROM ${stateName}."api_key_scopes" WHERE "hash" = ?`, [record.hash])
  if (record.scopes !== null)
    await on.run(`INSERT INTO ${stateName}."api_key_scopes" ("hash", "scopes") VALUES (?, ?)`, [
      record.hash,
      JSON.stringify(record.scopes),
    ])
}

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
