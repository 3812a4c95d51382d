import { DatabaseSync } from 'node:sqlite'
import type { TemporaryDatabase } from '@charter/charter'
import { connectors } from '@charter/connectors'
import { say, testServer } from './attached.ts'
import type { DatabaseName } from './databases.ts'

/** The same charter over a database of somebody else's, which holds the service's state. */
export const overTheirs = (text: string, database: DatabaseName, url: string): string =>
  text.replace(
    `sources: { main: { own: ${database} } }\n`,
    `sources: { main: { url: ${JSON.stringify(url)}, database: ${database} } }\nstate: source\n`,
  )

const types: Readonly<Record<DatabaseName, { readonly id: string; readonly text: string; readonly flag: string }>> = {
  sqlite: { id: 'text', text: 'text', flag: 'boolean' },
  postgresql: { id: 'uuid', text: 'character varying(200)', flag: 'boolean' },
  mariadb: { id: 'varchar(36)', text: 'varchar(200)', flag: 'tinyint(1)' },
  mysql: { id: 'varchar(36)', text: 'varchar(200)', flag: 'tinyint(1)' },
}

/** Tables as the owner of a database made them for what `priceDesk` is a charter of. */
export const priceTables = (database: DatabaseName): readonly string[] => {
  const { id, text, flag } = types[database]
  return [
    `CREATE TABLE "price" ("sku" ${text} NOT NULL PRIMARY KEY, "cents" integer NOT NULL)`,
    `CREATE TABLE "offer" ("id" ${id} NOT NULL PRIMARY KEY, "title" ${text} NOT NULL, "isKept" ${flag} NOT NULL, "state" ${text} NOT NULL)`,
  ]
}

/** The same for `orderDesk`. */
export const orderTables = (database: DatabaseName): readonly string[] => {
  const { id, text } = types[database]
  const own = `"id" ${id} NOT NULL PRIMARY KEY, "tenantId" ${text} NOT NULL`
  return [
    `CREATE TABLE "order" (${own}, "ward" ${text} NOT NULL, "title" ${text} NOT NULL, "card" ${text})`,
    `CREATE TABLE "note" (${own}, "text" ${text} NOT NULL)`,
  ]
}

/** Somebody else's database, in which its owner has said these statements. */
export const makeTheirs = async (database: DatabaseName, statements: readonly string[]): Promise<TemporaryDatabase> => {
  const made = await connectors.find(({ name }) => name === database)?.makeTemporary(testServer(database))
  if (!made) throw new Error(`no connector is called ${database}`)
  for (const statement of statements) await sayTheirs(made.url, statement)
  return made
}

/** What its owner says, whatever the kind of database. */
export const sayTheirs = async (url: string, sql: string): Promise<readonly unknown[][]> => {
  if (!url.startsWith('file:')) return say(url, sql)
  const file = new DatabaseSync(url.replace(/^file:/, ''))
  try {
    const statement = file.prepare(sql)
    statement.setReturnArrays(true)
    return statement.all() as unknown as unknown[][]
  } finally {
    file.close()
  }
}

/** What its tables are called, with their schemas where it has any. */
export const tablesIn = async (url: string): Promise<readonly string[]> => {
  const sql = url.startsWith('file:')
    ? `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`
    : /^(?:mariadb|mysql):/.test(url)
      ? 'SELECT table_name FROM information_schema.tables WHERE table_schema = database() ORDER BY table_name'
      : `SELECT table_schema || '.' || table_name FROM information_schema.tables WHERE table_schema NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`
  return (await sayTheirs(url, sql)).map(([name]) => String(name))
}
