import type { Database } from '@charter/sql/store'
import {
  type CompanionOptions,
  ensureCompanion as companion,
  ensureSchema as ensure,
  insertInto,
  readOf,
  type SchemaDialect,
} from '@charter/sql/store'

/** Makes the schema of a new file, or makes sure that an existing one is the schema expected. Rejects as the kit's does. */
export const ensureSchema = (database: Database, schema: readonly string[]): Promise<void> =>
  ensure(schemed(database), schema, dialect)

/** The same of tables that lie with the state in an attached file. Rejects as the kit's does. */
export const ensureCompanion = (
  database: Database,
  given: Pick<CompanionOptions, 'schema' | 'mayCreate'>,
): Promise<void> => companion(schemed(database), { ...given, dialect })

const schemed = (database: Database): Parameters<typeof ensure>[0] => ({
  all: (sql, values) => database.all(sql, values),
  setUp: (work) => database.transaction(work),
})

const meta = '"_charter_meta"'

/** Gives a row where a database of ours has its names and values. */
export const findMeta = readOf(`SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = '_charter_meta'`)

export const keepMeta = insertInto(meta, ['name', 'value'], { words: 'INSERT OR REPLACE INTO' })

const findAny = readOf(`SELECT 1 FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' LIMIT 1`)

export const dialect: SchemaDialect = {
  meta,
  findMeta: { statement: findMeta, values: [] },
  findAny,
  occupied: 'The file holds tables that this service did not make; give another file.',
  makePlace: [],
  makeMeta: `CREATE TABLE ${meta} ("name" TEXT NOT NULL PRIMARY KEY, "value" TEXT NOT NULL) STRICT`,
  keepMeta,
}
