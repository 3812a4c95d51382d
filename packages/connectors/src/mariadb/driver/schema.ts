import type { PrimaryDatabase } from '@charter/sql/server'
import { ensureSchema as ensure, insertInto, readOf, type SchemaDialect } from '@charter/sql/store'
import { setUp } from './database.ts'
import { collation } from './settings.ts'
import { hasTable } from './state-schema.ts'

/** Makes the schema of a new database, or makes sure that an existing one is the schema expected. Rejects as the kit's does. */
export const ensureSchema = (database: PrimaryDatabase, schema: readonly string[]): Promise<void> =>
  ensure({ all: (sql, values) => database.all(sql, values), setUp: (work) => setUp(database, work) }, schema, dialect)

const meta = '"_charter_meta"'

export const keepMeta = insertInto(meta, ['name', 'value'], {
  after: ' ON DUPLICATE KEY UPDATE "value" = VALUES("value")',
})

const findAny = readOf('SELECT 1 FROM information_schema.tables WHERE table_schema = database() LIMIT 1')

const dialect: SchemaDialect = {
  meta,
  findMeta: { statement: hasTable, values: ['_charter_meta'] },
  findAny,
  occupied: 'The database holds tables that this service did not make; give an empty one.',
  makeMeta: [
    `CREATE TABLE ${meta} ("name" varchar(64) NOT NULL PRIMARY KEY, "value" longtext NOT NULL) CHARACTER SET utf8mb4 COLLATE ${collation}`,
  ],
  keepMeta,
}
