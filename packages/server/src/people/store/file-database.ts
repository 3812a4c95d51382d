import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { privateFile } from '@charter/runtime/service'
import type { PeopleDatabase } from './people-database.ts'
import { peopleTables } from './people-tables.ts'

/** A file of its own, which no other user reads; several processes may have it open. */
export const openFileDatabase = (file: string): PeopleDatabase => {
  privateFile(file)
  const database = new DatabaseSync(file)
  database.exec('PRAGMA journal_mode = WAL; PRAGMA busy_timeout = 5000;')
  for (const table of peopleTables({ number: 'INTEGER', ending: ' STRICT' })) database.exec(table)
  const prepared = new Map<string, StatementSync>()
  const statementOf = (sql: string): StatementSync => {
    const statement = prepared.get(sql) ?? database.prepare(sql)
    prepared.set(sql, statement)
    return statement
  }
  return {
    all: async (sql, ...values) => statementOf(sql).all(...values),
    close: async () => database.close(),
  }
}
