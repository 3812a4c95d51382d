import type { Database, SqlRow } from '@charter/runtime'

/** What a database's own catalogue says of its tables, whatever the order they were made in: a line for each thing. */
export const catalogueOf = async (database: Database, kind: 'sqlite' | 'postgresql'): Promise<readonly string[]> => {
  const rows: SqlRow[] = []
  for (const sql of queries[kind]) rows.push(...(await database.all(sql, [])))
  return rows.map((row) => JSON.stringify(row)).sort()
}

const queries: Readonly<Record<'sqlite' | 'postgresql', readonly string[]>> = {
  sqlite: [
    `SELECT m.name, c.name, c.type, c."notnull", c.dflt_value, c.pk FROM sqlite_schema AS m, pragma_table_xinfo(m.name) AS c
      WHERE m.type = 'table' AND m.name NOT LIKE '\\_charter%' ESCAPE '\\'`,
    `SELECT m.name, f."from", f."table", f."to", f.on_delete FROM sqlite_schema AS m, pragma_foreign_key_list(m.name) AS f WHERE m.type = 'table'`,
    `SELECT type, name, sql FROM sqlite_schema WHERE type <> 'table' AND sql IS NOT NULL`,
  ],
  postgresql: [
    `SELECT table_name::text, column_name::text, data_type::text, numeric_precision::text, is_nullable::text, column_default::text
      FROM information_schema.columns WHERE table_schema = 'public'`,
    `SELECT conrelid::regclass::text, contype::text, pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype IN ('c', 'f', 'p')`,
    `SELECT tablename::text, indexdef::text FROM pg_indexes WHERE schemaname = 'public' AND indexname NOT LIKE '%\\_pkey'`,
    `SELECT tgname::text FROM pg_trigger WHERE NOT tgisinternal`,
    `SELECT viewname::text FROM pg_views WHERE schemaname = 'public'`,
    `SELECT proname::text FROM pg_proc WHERE pronamespace = 'charter_state'::regnamespace`,
  ],
}
