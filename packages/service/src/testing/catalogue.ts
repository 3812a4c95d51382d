import type { Database, SqlRow } from '@charter/sql/store'
import type { DatabaseName } from './databases.ts'

/** What a database's own catalogue says of its tables, whatever the order they were made in: a line for each thing. */
export const catalogueOf = async (database: Database, kind: DatabaseName): Promise<readonly string[]> => {
  const rows: SqlRow[] = []
  for (const sql of queries[kind]) rows.push(...(await database.all(sql, [])))
  return rows.map((row) => JSON.stringify(row)).sort()
}

const likeMariadb: readonly string[] = [
  `SELECT table_name, column_name, column_type, collation_name, is_nullable, column_default, extra, generation_expression
    FROM information_schema.columns WHERE table_schema = database() AND left(table_name, 9) <> '_charter_'`,
  `SELECT k.table_name, k.column_name, k.referenced_table_name, k.referenced_column_name, r.delete_rule
    FROM information_schema.key_column_usage AS k JOIN information_schema.referential_constraints AS r
      ON r.constraint_schema = k.table_schema AND r.constraint_name = k.constraint_name AND r.table_name = k.table_name
    WHERE k.table_schema = database()`,
  // The server makes indexes for references where there is none, called as they are.
  `SELECT s.table_name, s.index_name, s.non_unique, s.seq_in_index, s.column_name, s.sub_part FROM information_schema.statistics AS s
    WHERE s.table_schema = database() AND left(s.table_name, 9) <> '_charter_' AND NOT EXISTS (
      SELECT 1 FROM information_schema.referential_constraints AS r
      WHERE r.constraint_schema = s.table_schema AND r.table_name = s.table_name AND r.constraint_name = s.index_name)`,
  `SELECT trigger_name FROM information_schema.triggers WHERE trigger_schema = database()`,
]

const queries: Readonly<Record<DatabaseName, readonly string[]>> = {
  sqlite: [
    `SELECT m.name, c.name, c.type, c."notnull", c.dflt_value, c.pk FROM sqlite_schema AS m, pragma_table_xinfo(m.name) AS c
      WHERE m.type = 'table' AND m.name NOT LIKE '\\_charter%' ESCAPE '\\'`,
    `SELECT m.name, f."from", f."table", f."to", f.on_delete FROM sqlite_schema AS m, pragma_foreign_key_list(m.name) AS f WHERE m.type = 'table'`,
    `SELECT type, name, sql FROM sqlite_schema WHERE type <> 'table' AND sql IS NOT NULL`,
  ],
  mariadb: [
    ...likeMariadb,
    `SELECT table_name, check_clause FROM information_schema.check_constraints WHERE constraint_schema = database()`,
  ],
  mysql: [
    ...likeMariadb,
    `SELECT table_name, check_clause FROM information_schema.check_constraints JOIN information_schema.table_constraints USING (constraint_schema, constraint_name)
      WHERE constraint_schema = database()`,
  ],
  postgresql: [
    `SELECT table_name::text, column_name::text, data_type::text, numeric_precision::text, is_nullable::text, column_default::text
      FROM information_schema.columns WHERE table_schema = 'public'`,
    `SELECT conrelid::regclass::text, contype::text, pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype IN ('c', 'f', 'p')`,
    `SELECT tablename::text, indexdef::text FROM pg_indexes WHERE schemaname = 'public' AND indexname NOT LIKE '%\\_pkey'`,
    `SELECT tgname::text FROM pg_trigger WHERE NOT tgisinternal`,
    `SELECT viewname::text FROM pg_views WHERE schemaname = 'public'`,
    `SELECT proname::text FROM pg_proc WHERE pronamespace = 'charter_state'::regnamespace`,
    `SELECT tablename::text, qual::text FROM pg_policies`,
    `SELECT relname::text, relforcerowsecurity::text FROM pg_class WHERE relrowsecurity`,
  ],
}
