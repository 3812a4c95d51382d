import type { ApiKeyRecord, State } from '@charter/runtime'
import type { Database } from '../sql-database.ts'
import type { SqlRow } from '../sql-value.ts'
import { readOf } from '../statement.ts'
import { deleteFrom, insertInto, names, type StateDialect } from './dialect.ts'
import { textOrNull } from './text-or-null.ts'

type ApiKeys = Pick<State, 'findApiKey' | 'findApiKeyById' | 'saveApiKey' | 'listApiKeys'>

const scopeColumns = ['hash', 'scopes']
const columns = ['id', 'hash', 'principal', 'roles', 'attributes', 'tenant', 'expires_at_ms']

export const apiKeysOf = (database: Database, dialect: StateDialect): ApiKeys => {
  const [key, scopes] = [dialect.table('api_key'), dialect.table('api_key_scopes')]
  const select = `SELECT ${names([...columns, 'scopes'])} FROM ${key} LEFT JOIN ${scopes} USING ("hash")`
  const findBy = async (column: string, value: string) => {
    const rows = await database.all(readOf(`${select} WHERE "${column}" = ?`, key), [value])
    return rows[0] ? apiKeyRecord(rows[0]) : null
  }
  return {
    findApiKey: (hash) => findBy('hash', hash),
    findApiKeyById: (id) => findBy('id', id),
    async listApiKeys(limit) {
      const rows = await database.all(readOf(`${select} ORDER BY "id" DESC LIMIT ${limit}`, key), [])
      return rows.map(apiKeyRecord)
    },
    saveApiKey: (record) =>
      database.transaction(
        async (on) => {
          await dialect.change(database, dialect.upsert(key, 'hash', columns), keyValues(record), on)
          await on.run(deleteFrom(scopes, '"hash" = ?'), [record.hash])
          if (record.scopes !== null)
            await on.run(insertInto(scopes, scopeColumns), [record.hash, JSON.stringify(record.scopes)])
        },
        { isRepeatable: true },
      ),
  }
}

const keyValues = (record: ApiKeyRecord) => [
  record.id,
  record.hash,
  record.principal,
  JSON.stringify(record.roles),
  JSON.stringify(record.attributes),
  record.tenant,
  record.expiresAtMs,
]

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
