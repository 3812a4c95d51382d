import type { JsonObject, KeyRecord, ProtectedState } from '../../runtime/index.ts'
import type { Database } from '../sql-database.ts'
import { sqlTransaction } from '../sql-transaction.ts'
import type { SqlRow, SqlValue } from '../sql-value.ts'
import { readOf } from '../statement.ts'
import { deleteFrom, names, type StateDialect, updateSetting } from './dialect.ts'
import { tokenRecord, tokenValues } from './token-row.ts'

/** Wrapped keys, the token vault and jobs. */
export const protectedOf = (database: Database, dialect: StateDialect): ProtectedState => ({
  ...keysOf(database, dialect),
  ...tokensOf(database, dialect),
  ...jobsOf(database, dialect),
})

const keyColumns = ['id', 'purpose', 'version', 'provider', 'wrapped', 'made_at_ms', 'active_from_ms', 'is_retired']

const keysOf = (
  database: Database,
  dialect: StateDialect,
): Pick<ProtectedState, 'readKeys' | 'insertKey' | 'replaceKey'> => {
  const table = dialect.table('key')
  return {
    async readKeys() {
      const statement = readOf(`SELECT ${names(keyColumns)} FROM ${table} ORDER BY "purpose", "version"`, table)
      const rows = await database.all(statement, [])
      return rows.map(keyRecord)
    },
    insertKey: async (record) =>
      (await dialect.change(database, dialect.insertNew(table, keyColumns), keyValues(record))) === 1,
    replaceKey: async (record, before) =>
      (await dialect.change(
        database,
        updateSetting(table, ['provider', 'wrapped', 'active_from_ms', 'is_retired'], '"id" = ? AND "wrapped" = ?'),
        [record.provider, record.wrapped, record.activeFromMs, record.isRetired ? 1 : 0, record.id, before],
      )) === 1,
  }
}

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
  purpose: row[1] === 'index' || row[1] === 'file' || row[1] === 'log' ? row[1] : 'data',
  version: Number(row[2]),
  provider: String(row[3]),
  wrapped: String(row[4]),
  madeAtMs: Number(row[5]),
  activeFromMs: Number(row[6]),
  isRetired: Number(row[7]) === 1,
})

type Tokens = Pick<ProtectedState, 'findTokens' | 'findTokensByIndex' | 'insertToken' | 'tokensAfter' | 'replaceToken'>

const tokenColumns = ['token', 'entity', 'field', 'tenant', 'value_index', 'sealed']

const tokensOf = (database: Database, dialect: StateDialect): Tokens => {
  const table = dialect.table('token')
  const select = (rest: string) => readOf(`SELECT ${names(tokenColumns)} FROM ${table} ${rest}`, table)
  return {
    async findTokens(tokens, transaction) {
      const statement = select(`WHERE ${dialect.isAmong('"token"', 'texts')}`)
      const on = transaction ? sqlTransaction(transaction) : database
      return (await on.all(statement, [JSON.stringify(tokens)])).map(tokenRecord)
    },
    async findTokensByIndex(indexes, transaction) {
      const statement = select(`WHERE ${dialect.isAmong('"value_index"', 'texts')}`)
      const on = transaction ? sqlTransaction(transaction) : database
      return (await on.all(statement, [JSON.stringify(indexes)])).map(tokenRecord)
    },
    async insertToken(record, transaction) {
      const insert = dialect.insertNew(table, tokenColumns)
      if (
        (await dialect.change(database, insert, tokenValues(record), transaction && sqlTransaction(transaction))) === 1
      )
        return record.token
      const statement = readOf(`SELECT "token" FROM ${table} WHERE "value_index" = ?`, table)
      const [standing] = await (transaction ? sqlTransaction(transaction) : database).all(statement, [record.index])
      if (!standing) throw new Error('the vault took no token and has none for the value')
      return String(standing[0])
    },
    async tokensAfter(token, limit) {
      const statement = select('WHERE "token" > ? ORDER BY "token" LIMIT ?')
      return (await database.all(statement, [token, limit])).map(tokenRecord)
    },
    replaceToken: async (record, before) =>
      (await dialect.change(database, updateSetting(table, ['value_index', 'sealed'], '"token" = ? AND "sealed" = ?'), [
        record.index,
        record.sealed,
        record.token,
        before,
      ])) === 1,
  }
}

const jobsOf = (database: Database, dialect: StateDialect): Pick<ProtectedState, 'readJob' | 'saveJob'> => {
  const table = dialect.table('job')
  return {
    async readJob(name) {
      const rows = await database.all(readOf(`SELECT "position" FROM ${table} WHERE "name" = ?`, table), [name])
      return rows[0] ? (JSON.parse(String(rows[0][0])) as JsonObject) : null
    },
    async saveJob(name, position) {
      if (position === null) await dialect.change(database, deleteFrom(table, '"name" = ?'), [name])
      else
        await dialect.change(database, dialect.upsert(table, 'name', ['name', 'position']), [
          name,
          JSON.stringify(position),
        ])
    },
  }
}
