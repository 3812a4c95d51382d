import type { Database } from '../sql-store/index.ts'
import { ensureSchema as ensure, type SchemaDialect } from '../sql-store/index.ts'

/** Makes the schema of a new file, or makes sure that an existing one is the schema expected. Rejects as the kit's does. */
export const ensureSchema = (database: Database, schema: readonly string[]): Promise<void> =>
  ensure(
    { all: (sql, values) => database.all(sql, values), setUp: (work) => database.transaction(work) },
    schema,
    dialect,
  )

export const keepMeta = 'INSERT OR REPLACE INTO "_charter_meta" ("name", "value") VALUES (?, ?)'

const dialect: SchemaDialect = {
  readMeta: async (on) => {
    const known = await on.all(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = '_charter_meta'`, [])
    return known.length === 0 ? null : on.all('SELECT "name", "value" FROM "_charter_meta"', [])
  },
  hasTables: async (on) => {
    const sql = `SELECT 1 FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' LIMIT 1`
    return (await on.all(sql, [])).length > 0
  },
  occupied: 'The file holds tables that this service did not make; give another file.',
  makeMeta: ['CREATE TABLE "_charter_meta" ("name" TEXT NOT NULL PRIMARY KEY, "value" TEXT NOT NULL) STRICT'],
  keepMeta,
}
