import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { startPostgresql } from '../postgresql.ts'
import { asked, folderOf, type Hour } from './hour.ts'

/** What somebody has had for years, in words that both databases read. */
const schema = `
CREATE TABLE customers (id integer PRIMARY KEY, name varchar(80) NOT NULL, email varchar(120) UNIQUE);
CREATE TABLE orders (id integer PRIMARY KEY, customer_id integer NOT NULL REFERENCES customers (id), placed_on date NOT NULL, total numeric(10,2) NOT NULL);
CREATE VIEW customer_totals AS SELECT customer_id, count(*) AS orders FROM orders GROUP BY customer_id;
INSERT INTO customers VALUES (1, 'Ada', 'ada@example.org'), (2, 'Grace', NULL);
INSERT INTO orders VALUES (10, 1, '2026-01-05', 12.50), (11, 1, '2026-02-01', 7.00), (12, 2, '2026-02-03', 99.99);`

/** A SQLite file and a PostgreSQL database that were there, each served as it is. */
export const ownDatabases = async (hour: Hour): Promise<void> => {
  const file = join(hour.machine.home, 'orders.sqlite')
  const database = new DatabaseSync(file)
  database.exec(schema)
  database.close()
  await served(hour, 'own-sqlite', file)

  const server = await startPostgresql()
  try {
    const client = new pg.Client(server.url)
    await client.connect()
    await client.query(schema)
    await client.end()
    await served(hour, 'own-postgresql', server.url)
  } finally {
    server.stop()
  }
}

const served = async (hour: Hour, name: string, database: string): Promise<void> => {
  const folder = folderOf(hour, name)
  mkdirSync(folder)
  await hour.charter(folder, 'init', '--database', database)
  await hour.charter(folder, 'check')
  await hour.charter(folder, 'explain', 'GET /api/v1/customer-totals', '--as', 'owner')
  // What may hold a password is in the environment, and in no file.
  const env = database.startsWith('postgres:') ? { DATABASE_URL: database } : {}
  await hour.whileRunning(folder, env, async (service) => {
    const token = hour.machine.run('charter', ['token', '--role', 'owner'], folder).trim()
    await hour.step('its rows are asked for over REST', async () => {
      const answer = await asked(`${service}/api/v1/orders?include=customer&sort=-total`, token)
      const said = JSON.stringify(answer)
      if (!said.includes('99.99') || !said.includes('Grace')) throw new Error(said)
      return said
    })
    await asked(`${service}/api/v1/orders`, null, 401)
  })
}
