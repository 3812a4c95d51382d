import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { accessMatrix } from '@charter/access'
import { rest } from '@charter/styles'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { explain } from './explain.ts'
import { prepareProject } from './prepare.ts'
import { nextRequest } from './start.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'charter-odd-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Databases as people have them, each with what is odd about it. */
const odd: Readonly<Record<string, string>> = {
  'tables without a key': 'CREATE TABLE log(at TEXT NOT NULL, msg TEXT NOT NULL, size INTEGER NOT NULL)',
  'views alone':
    'CREATE TABLE "_hidden"(id INTEGER PRIMARY KEY, name TEXT); CREATE VIEW seen AS SELECT id, name, id * 2.5 AS score FROM "_hidden"',
  'a view beside its table':
    'CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT NOT NULL); CREATE VIEW big AS SELECT * FROM customer',
  'reserved words':
    'CREATE TABLE "order"("select" INTEGER PRIMARY KEY, "from" TEXT, "where" TEXT); CREATE TABLE "group"("order" INTEGER PRIMARY KEY REFERENCES "order"("select"))',
  'composite keys':
    'CREATE TABLE a(x INTEGER, y TEXT, PRIMARY KEY(x, y)); CREATE TABLE b(x INTEGER, y TEXT, n INTEGER, PRIMARY KEY(x, y, n), FOREIGN KEY(x, y) REFERENCES a(x, y))',
  'rows that point to their own kind':
    'CREATE TABLE staff(id INTEGER PRIMARY KEY, boss INTEGER NOT NULL REFERENCES staff(id))',
  'a circle':
    'CREATE TABLE a(id INTEGER PRIMARY KEY, b INTEGER NOT NULL REFERENCES b(id)); CREATE TABLE b(id INTEGER PRIMARY KEY, a INTEGER NOT NULL REFERENCES a(id))',
  'keyless rows that point':
    'CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT); CREATE TABLE visit(customer_id INTEGER NOT NULL REFERENCES customer(id), at TEXT NOT NULL)',
  'names of another alphabet':
    'CREATE TABLE "κατάλογος"("όνομα" TEXT PRIMARY KEY, "τιμή" REAL); CREATE TABLE "Bücher-Liste"("ISBN Nr." TEXT PRIMARY KEY)',
  'types of all sorts':
    "CREATE TABLE t(id TEXT PRIMARY KEY, b BLOB, r REAL NOT NULL, d DATE, ts TIMESTAMP, n NUMERIC(10,2) NOT NULL, f BOOLEAN NOT NULL, j JSON, u, c TEXT CHECK(c IN ('x','y')))",
  'a key that is all there is': 'CREATE TABLE tag(name TEXT PRIMARY KEY) WITHOUT ROWID',
  'what the database computes':
    'CREATE TABLE line(id INTEGER PRIMARY KEY, price REAL NOT NULL, n INTEGER NOT NULL, total REAL GENERATED ALWAYS AS (price * n) STORED)',
  'no tables': 'CREATE TABLE gone(id INTEGER PRIMARY KEY); DROP TABLE gone',
}

test.each(Object.entries(odd))('%s: what start prints as next works', async (name, sql) => {
  const within = join(folder, name.replaceAll(' ', '-'))
  const file = `${within}.db`
  const database = new DatabaseSync(file)
  database.exec(sql)
  database.close()
  const prepared = await prepareProject({ input: file, within: folder, onStep: () => {} })
  const { charter, access } = prepared.derived
  expect(accessMatrix(charter, access.rules).length > 0).toBe(charter.entities.length > 0)
  const role = charter.access.roles.at(-1) ?? ''
  const next = nextRequest(prepared.derived, null)
  if (next !== null) expect((await explain(charter, next, [role])).sentence).toContain(role)
  for (const { method, path } of rest.surface(charter).routes) {
    const told = await explain(charter, `${method} ${path}`, [role])
    expect([`${method} ${path}`, told.sentence]).toEqual([`${method} ${path}`, expect.any(String)])
  }
})
