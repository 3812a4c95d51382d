import type {
  Database,
  JsonObject,
  KeyRecord,
  ProtectedState,
  SqlRow,
  SqlValue,
  Transaction,
} from '../runtime/index.ts'
import { tokenRecord, tokenValues } from '../runtime/service/index.ts'

type Within = <Result>(given: Transaction | null, work: (on: Transaction) => Promise<Result>) => Promise<Result>

/** Wrapped keys, the token vault and jobs, in tables with the reserved prefix. */
export const protectedState = (database: Database, within: Within): ProtectedState => ({
  ...keysOf(database),
  ...tokensOf(database, within),
  ...jobsOf(database),
})

const keyColumns = '"id", "purpose", "version", "provider", "wrapped", "made_at_ms", "active_from_ms", "is_retired"'

const keysOf = (database: Database): Pick<ProtectedState, 'readKeys' | 'insertKey' | 'replaceKey'> => ({
  async readKeys() {
    const rows = await database.all(`SELECT ${keyColumns} FROM "_charter_key" ORDER BY "purpose", "version"`, [])
    return rows.map(keyRecord)
  },
  insertKey: (record) =>
    changesOne(
      database,
      `INSERT INTO "_charter_key" (${keyColumns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
      keyValues(record),
    ),
  replaceKey: (record, before) =>
    changesOne(
      database,
      'UPDATE "_charter_key" SET "provider" = ?, "wrapped" = ?, "active_from_ms" = ?, "is_retired" = ? WHERE "id" = ? AND "wrapped" = ?',
      [record.provider, record.wrapped, record.activeFromMs, record.isRetired ? 1 : 0, record.id, before],
    ),
})

const changesOne = (database: Database, sql: string, values: readonly SqlValue[]): Promise<boolean> =>
  database.transaction(async (on) => (await on.run(sql, values)).changes === 1)

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

const selectTokens = 'SELECT "token", "entity", "field", "tenant", "value_index", "sealed" FROM "_charter_token"'

const tokensOf = (database: Database, within: Within): Tokens => ({
  async findTokens(tokens, transaction) {
    const sql = `${selectTokens} WHERE "token" IN (SELECT value FROM json_each(?))`
    return (await (transaction ?? database).all(sql, [JSON.stringify(tokens)])).map(tokenRecord)
  },
  async findTokensByIndex(indexes, transaction) {
    const sql = `${selectTokens} WHERE "value_index" IN (SELECT value FROM json_each(?))`
    return (await (transaction ?? database).all(sql, [JSON.stringify(indexes)])).map(tokenRecord)
  },
  insertToken: (record, transaction) =>
    within(transaction, async (on) => {
      const sql =
        'INSERT INTO "_charter_token" ("token", "entity", "field", "tenant", "value_index", "sealed") VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT ("value_index") DO NOTHING'
      const { changes } = await on.run(sql, tokenValues(record))
      if (changes === 1) return record.token
      const found = await on.all('SELECT "token" FROM "_charter_token" WHERE "value_index" = ?', [record.index])
      return String(found[0]?.[0])
    }),
  async tokensAfter(token, limit) {
    const sql = `${selectTokens} WHERE "token" > ? ORDER BY "token" LIMIT ?`
    return (await database.all(sql, [token, limit])).map(tokenRecord)
  },
  replaceToken: (record, before) =>
    changesOne(
      database,
      'UPDATE "_charter_token" SET "value_index" = ?, "sealed" = ? WHERE "token" = ? AND "sealed" = ?',
      [record.index, record.sealed, record.token, before],
    ),
})

const jobsOf = (database: Database): Pick<ProtectedState, 'readJob' | 'saveJob'> => ({
  async readJob(name) {
    const rows = await database.all('SELECT "position" FROM "_charter_job" WHERE "name" = ?', [name])
    return rows[0] ? (JSON.parse(String(rows[0][0])) as JsonObject) : null
  },
  saveJob: (name, position) =>
    database.transaction(async (on) => {
      if (position === null) await on.run('DELETE FROM "_charter_job" WHERE "name" = ?', [name])
      else
        await on.run(
          'INSERT INTO "_charter_job" ("name", "position") VALUES (?, ?) ON CONFLICT ("name") DO UPDATE SET "position" = excluded."position"',
          [name, JSON.stringify(position)],
        )
    }),
})
