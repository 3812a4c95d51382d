import { randomUUID } from 'node:crypto'
import type { TemporaryDatabase } from '@charter/runtime'
import pg from 'pg'
import { makeTemporary } from './postgresql/driver/temporary.ts'

/** A PostgreSQL database on the server that `near` names, as the role that owns it and is above nothing: no superuser, as tests are otherwise. */
export const plainDatabase = async (near: string): Promise<TemporaryDatabase> => {
  const temporary = await makeTemporary(near)
  const role = `charter_plain_${randomUUID().slice(0, 8)}`
  await say(temporary.url, [
    `CREATE ROLE "${role}" LOGIN PASSWORD 'plain'`,
    `DO $$ BEGIN EXECUTE pg_catalog.format('ALTER DATABASE %I OWNER TO "${role}"', pg_catalog.current_database()); END $$`,
    `ALTER SCHEMA public OWNER TO "${role}"`,
  ])
  const url = new URL(temporary.url)
  url.username = role
  url.password = 'plain'
  return {
    url: url.href,
    remove: async () => {
      await temporary.remove()
      await say(near, [`DROP ROLE "${role}"`])
    },
  }
}

const say = async (url: string, statements: readonly string[]): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
