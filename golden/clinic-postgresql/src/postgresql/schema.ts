import { insertInto, readOf, type SchemaDialect } from '../sql-store/index.ts'
import { isForbidden } from './errors.ts'
import { stateName } from './state-name.ts'
import { findStateTable, makeStateSchema } from './state-schema.ts'

const meta = `${stateName}."meta"`

export const keepMeta = insertInto(meta, ['name', 'value'], {
  after: ' ON CONFLICT ("name") DO UPDATE SET "value" = excluded."value"',
})

/** Relations that no extension brought and that are no system's. */
const findAny =
  readOf(`SELECT 1 FROM pg_catalog.pg_class AS c JOIN pg_catalog.pg_namespace AS n ON n.oid = c.relnamespace
WHERE n.nspname NOT LIKE 'pg\\_%' AND n.nspname <> 'information_schema' AND c.relkind IN ('r', 'p', 'v', 'm', 'f', 'S')
  AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_depend AS d WHERE d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass AND d.objid = c.oid AND d.deptype = 'e')
LIMIT 1`)

export const schema: SchemaDialect = {
  meta,
  findMeta: { statement: findStateTable, values: ['meta'] },
  findAny,
  occupied: 'The database holds tables that this service did not make; give an empty one.',
  makePlace: makeStateSchema,
  makeMeta: `CREATE TABLE ${meta} ("name" text NOT NULL PRIMARY KEY, "value" text NOT NULL)`,
  keepMeta,
  who: 'role',
  isForbidden,
}
