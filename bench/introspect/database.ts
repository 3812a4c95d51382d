import { Client } from 'pg'

const tables = 1000
const foreignKeys = 2000
const batch = 50

/** Name of the database that holds the bench's tables. */
export const benchDatabase = 'bench_introspect'

/** 1,000 tables of 12 columns with 2,000 foreign keys between them, as a real schema has them; gives the URL. */
export const makeDatabase = async (server: string): Promise<string> => {
  await run(server, [`CREATE DATABASE ${benchDatabase}`])
  const url = new URL(server)
  url.pathname = `/${benchDatabase}`
  const numbers = Array.from({ length: tables }, (_, at) => at)
  await run(url.href, ["CREATE TYPE mood AS ENUM ('happy', 'sad')", ...numbers.map(tableSql)])
  await run(
    url.href,
    Array.from({ length: foreignKeys }, (_, at) => foreignKeySql(at)),
  )
  return url.href
}

const tableSql = (at: number): string => `CREATE TABLE table_${at} (
  id bigserial PRIMARY KEY, first_id bigint NOT NULL, second_id bigint,
  name varchar(120) NOT NULL UNIQUE, state text NOT NULL DEFAULT 'new' CHECK (state IN ('new', 'open', 'done ${at}')),
  amount numeric(12,2) NOT NULL DEFAULT 0 CHECK (amount >= ${-at}), rank integer CHECK (rank BETWEEN 1 AND ${100 + at}), mood mood,
  tags text[] NOT NULL DEFAULT '{}', body jsonb, made_at timestamptz NOT NULL DEFAULT now(), ends_at timestamptz,
  CHECK (ends_at > made_at)); COMMENT ON TABLE table_${at} IS 'Number ${at}'`

const foreignKeySql = (at: number): string => {
  const column = at < tables ? 'first_id' : 'second_id'
  return `ALTER TABLE table_${at % tables} ADD FOREIGN KEY (${column}) REFERENCES table_${(at * 7 + 1) % tables}`
}

const run = async (url: string, statements: readonly string[]): Promise<void> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    for (let at = 0; at < statements.length; at += batch) await client.query(statements.slice(at, at + batch).join(';'))
  } finally {
    await client.end()
  }
}
