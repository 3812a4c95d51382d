import type { Database, JsonObject, KeyRecord, ProtectedState, SqlRow, SqlValue } from '@charter/runtime'
import { tokenRecord, tokenValues } from '@charter/runtime/service'
import { stateName } from './state-schema.ts'

/** Wrapped keys, the token vault and jobs, each statement atomic by itself. */
export const protectedState = (database: Database): ProtectedState => ({
  ...keysOf(database),
  ...tokensOf(database),
  ...jobsOf(database),
})

const keyColumns = '"id", "purpose", "version", "provider", "wrapped", "made_at_ms", "active_from_ms", "is_retired"'

const keysOf = (database: Database): Pick<ProtectedState, 'readKeys' | 'insertKey' | 'replaceKey'> => ({
  async readKeys() {
    const rows = await database.all(`SELECT ${keyColumns} FROM ${stateName}."key" ORDER BY "purpose", "version"`, [])
    return rows.map(keyRecord)
  },
  insertKey: (record) =>
    changesOne(
      database,
      `INSERT INTO ${stateName}."key" (${keyColumns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
      keyValues(record),
    ),
  replaceKey: (record, before) =>
    changesOne(
      database,
      `UPDATE ${stateName}."key" SET "provider" = ?, "wrapped" = ?, "active_from_ms" = ?, "is_retired" = ? WHERE "id" = ? AND "wrapped" = ?`,
      [record.provider, record.wrapped, record.activeFromMs, record.isRetired ? 1 : 0, record.id, before],
    ),
})

const changesOne = (database: Database, sql: string, values: readonly SqlValue[]): Promise<boolean> =>
  database.all(`${sql} RETURNING 1`, values).then((rows) => rows.length === 1)

const keyValues = (record: KeyRecord): readonly SqlValue[] => [
  record.id,
  record.purpose,
  record.version,
  record.provider,
  record.wrapped,
  record.madeAtMs,
  record.activeFromMs,
  record.isRetired ? 1 : 0,
]

const keyRecord = (row: SqlRow): KeyRecord => ({
  id: String(row[0]),
  purpose: row[1] === 'index' ? 'index' : 'data',
  version: Number(row[2]),
  provider: String(row[3]),
  wrapped: String(row[4]),
  madeAtMs: Number(row[5]),
  activeFromMs: Number(row[6]),
  isRetired: Number(row[7]) === 1,
})

type Tokens = Pick<ProtectedState, 'findTokens' | 'findTokensByIndex' | 'insertToken' | 'tokensAfter' | 'replaceToken'>

const selectTokens = `SELECT "token", "entity", "field", "tenant", "value_index", "sealed" FROM ${stateName}."token"`

const tokensOf = (database: Database): Tokens => ({
  async findTokens(tokens, transaction) {
    const sql = `${selectTokens} WHERE "token" = ANY (ARRAY(SELECT jsonb_array_elements_text(?::jsonb)))`
    return (await (transaction ?? database).all(sql, [JSON.stringify(tokens)])).map(tokenRecord)
  },
  async findTokensByIndex(indexes, transaction) {
    const sql = `${selectTokens} WHERE "value_index" = ANY (ARRAY(SELECT jsonb_array_elements_text(?::jsonb)))`
    return (await (transaction ?? database).all(sql, [JSON.stringify(indexes)])).map(tokenRecord)
  },
  async insertToken(record, transaction) {
    const on = transaction ?? database
    const sql = `INSERT INTO ${stateName}."token" ("token", "entity", "field", "tenant", "value_index", "sealed") VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT ("value_index") DO NOTHING RETURNING 1`
    if ((await on.all(sql, tokenValues(record))).length === 1) return record.token
    const found = await on.all(`SELECT "token" FROM ${stateName}."token" WHERE "value_index" = ?`, [record.index])
    return String(found[0]?.[0])
  },
  async tokensAfter(token, limit) {
    const sql = `${selectTokens} WHERE "token" > ? ORDER BY "token" LIMIT ?`
    return (await database.all(sql, [token, limit])).map(tokenRecord)
  },
  replaceToken: (record, before) =>
    changesOne(
      database,
      `UPDATE ${stateName}."token" SET "value_index" = ?, "sealed" = ? WHERE "token" = ? AND "sealed" = ?`,
      [record.index, record.sealed, record.token, before],
    ),
})

const jobsOf = (database: Database): Pick<ProtectedState, 'readJob' | 'saveJob'> => ({
  async readJob(name) {
    const rows = await database.all(`SELECT "position" FROM ${stateName}."job" WHERE "name" = ?`, [name])
    return rows[0] ? (JSON.parse(String(rows[0][0])) as JsonObject) : null
  },
  async saveJob(name, position) {
    if (position === null) await database.all(`DELETE FROM ${stateName}."job" WHERE "name" = ?`, [name])
    else
      await database.all(
        `INSERT INTO ${stateName}."job" ("name", "position") VALUES (?, ?) ON CONFLICT ("name") DO UPDATE SET "position" = excluded."position"`,
        [name, JSON.stringify(position)],
      )
  },
})
