import { plainDatabase } from '@charter/connectors/testing'
import { ConfigError } from '@charter/runtime'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPostgresqlPlace } from './postgresql.ts'

let server: { readonly url: string; readonly remove: () => Promise<void> }
beforeEach(async () => {
  server = await plainDatabase(process.env.CHARTER_TEST_POSTGRESQL ?? '')
})
afterEach(() => server.remove())

const open = async (made: string[] = []) =>
  openPostgresqlPlace({ url: server.url, beforeMade: async () => void made.push('made') })

/** As who is above all of it, in the same database. */
const say = async (...statements: readonly string[]): Promise<void> => {
  const url = new URL(process.env.CHARTER_TEST_POSTGRESQL ?? '')
  url.pathname = new URL(server.url).pathname
  const client = new pg.Client({ connectionString: url.href })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

const role = (): string => `"${new URL(server.url).username}"`

test('servers that start at once make it once', async () => {
  const made: string[] = []
  const opened = await Promise.all([open(made), open(made), open(made)])
  expect(made).toEqual(['made'])
  for (const { database } of opened) await database.close()
})

test('a role that may make no schema is told what to run, and what that makes is taken', async () => {
  await say(
    `DO $$ BEGIN EXECUTE pg_catalog.format('ALTER DATABASE %I OWNER TO CURRENT_USER', pg_catalog.current_database()); END $$`,
  )
  const refused = await open().catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(ConfigError)
  const [, run = ''] = /run: (.+)$/.exec((refused as ConfigError).message) ?? []
  expect(run).toContain('CREATE SCHEMA')
  await say(run)
  const { database } = await open()
  expect(await database.all('SELECT * FROM link')).toEqual([])
  await database.close()
  // The database goes with the role that owns it.
  await say(
    `DO $$ BEGIN EXECUTE pg_catalog.format('ALTER DATABASE %I OWNER TO ${role()}', pg_catalog.current_database()); END $$`,
  )
})

test('no other role reads it', async () => {
  await (await open()).database.close()
  await say('SET ROLE pg_read_all_settings', 'SELECT 1')
  await expect(say('SET ROLE pg_read_all_settings', 'SELECT * FROM charter_people.link')).rejects.toThrow(
    /permission denied for schema charter_people/,
  )
})

test('a database that went away is unavailable, and no bug', async () => {
  const { database } = await open()
  await say(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${new URL(server.url).username}'`)
  await say(`ALTER ROLE ${role()} NOLOGIN`)
  await expect(database.all('SELECT * FROM link')).rejects.toMatchObject({ problem: { code: 'unavailable' } })
  await database.close()
})
