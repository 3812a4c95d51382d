import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { TemporaryDatabase } from '@charter/charter'
import { connectors } from '@charter/connectors'
import { createConnection } from 'mysql2'
import pg from 'pg'

/** A table that somebody else made. */
const table = (idType: string, textType: string) =>
  `CREATE TABLE "patient" ("id" ${idType} NOT NULL PRIMARY KEY, "name" ${textType} NOT NULL, "ward" ${textType} NOT NULL, "secret" text)`

/** A charter over a database with that table; `state` as a charter writes it. */
export const attached = (database: string, url: string, state?: string): string => `
charter: 1
name: clinic
serves: [rest]
sources: { main: { url: ${JSON.stringify(url)}, database: ${database} } }
${state === undefined ? '' : `state: ${JSON.stringify(state)}`}
access:
  roles: [clinician, reader]
  principal: { ward: { type: text, claim: ward, required: true } }
entities:
  Patient:
    table: patient
    key: id
    fields:
      id: { type: uuid, default: generated }
      name: { type: text, length: 1..400 }
      ward: { type: text, length: 1..40 }
    allow:
      clinician: { do: [create, read, list, update, delete, audit] }
      reader: { do: [read, list] }
`

/** Somebody else's database, with that table in it. */
export const makeAttached = async (database: string, folder: string): Promise<TemporaryDatabase> => {
  if (database === 'sqlite') {
    const path = join(folder, 'theirs.db')
    const made = new DatabaseSync(path)
    made.exec(`PRAGMA journal_mode = wal; ${table('text', 'text')}`)
    made.close()
    return { url: `file:${path}`, remove: async () => {} }
  }
  const found = connectors.find(({ name }) => name === database)
  if (!found) throw new Error(`no connector is called ${database}`)
  const made = await found.makeTemporary(testServer(database))
  await say(
    made.url,
    database !== 'postgresql' ? table('varchar(36)', 'varchar(400)') : table('uuid', 'character varying(400)'),
  )
  return made
}

/** A server for throw-away databases of a kind; null where they need none. */
export const testServer = (database: string): string | null =>
  process.env[`CHARTER_TEST_${database.toUpperCase()}`] ?? null

/** Statements as their owner would say them. */
export const say = async (url: string, sql: string): Promise<readonly unknown[][]> => {
  if (/^(?:mariadb|mysql):/.test(url)) return sayMariadb(url, sql)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const result = await client.query({ text: sql, rowMode: 'array' })
    return result.rows
  } finally {
    await client.end()
  }
}

const sayMariadb = async (url: string, sql: string): Promise<readonly unknown[][]> => {
  const { hostname: host, port, username: user, pathname } = new URL(url)
  const client = createConnection({
    host,
    port: Number(port),
    user,
    database: pathname.slice(1),
    multipleStatements: true,
    dateStrings: true,
  })
  try {
    await client.promise().query(`SET sql_mode = concat(@@sql_mode, ',ANSI_QUOTES')`)
    const [rows] = await client.promise().query({ sql, rowsAsArray: true })
    return Array.isArray(rows) ? (rows as unknown[][]) : []
  } finally {
    client.destroy()
  }
}
