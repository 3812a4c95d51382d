/**
 * One statement per kind of thing, whatever the number of tables. `$1` is a list of schemas, or null for all that are not
 * the system's. Names are cast to text and orders are by code point, so that nothing depends on the server's locale.
 */

const isAsked = `(CASE WHEN $1::text[] IS NULL THEN n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
    ELSE n.nspname = ANY ($1::text[]) END)`

/** Partitions are reached through the table they are parts of. */
const asked = `pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
    AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition AND ${isAsked}`

/** Whether rows of a view can be written, by the server's own account: 4 updates, 8 inserts, 16 deletes. INSTEAD OF triggers count. */
const takes = (event: 4 | 8 | 16): string =>
  `(c.relkind <> 'v' OR pg_relation_is_updatable(c.oid, true) & ${event} <> 0)`

export const relationsSql = `SELECT c.oid, n.nspname::text, c.relname::text, c.relkind::text, c.relrowsecurity,
    obj_description(c.oid, 'pg_class'), e.extname::text,
    has_schema_privilege(n.oid, 'USAGE') AND (has_table_privilege(c.oid, 'SELECT') OR has_any_column_privilege(c.oid, 'SELECT')),
    ${takes(8)} AND (has_table_privilege(c.oid, 'INSERT') OR has_any_column_privilege(c.oid, 'INSERT')),
    ${takes(4)} AND (has_table_privilege(c.oid, 'UPDATE') OR has_any_column_privilege(c.oid, 'UPDATE')),
    ${takes(16)} AND has_table_privilege(c.oid, 'DELETE'),
    ARRAY (SELECT CASE r.ev_type WHEN '3' THEN 'INSERT' WHEN '2' THEN 'UPDATE' ELSE 'DELETE' END FROM pg_rewrite AS r
      WHERE r.ev_class = c.oid AND r.is_instead AND r.ev_type IN ('2', '3', '4') GROUP BY r.ev_type ORDER BY 1)
  FROM ${asked}
  LEFT JOIN pg_depend AS d ON d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.objsubid = 0 AND d.deptype = 'e'
  LEFT JOIN pg_extension AS e ON e.oid = d.refobjid
  ORDER BY n.nspname COLLATE "C", c.relname COLLATE "C"`

/** An INSTEAD OF trigger is given every column of a view; a query gives those that are columns of its table. */
const mayWrite = (privilege: 'INSERT' | 'UPDATE', event: 4 | 8): string =>
  `c.relkind <> 'c' AND has_column_privilege(c.oid, a.attnum, '${privilege}') AND (c.relkind <> 'v' OR pg_column_is_updatable(c.oid, a.attnum, true)
      OR pg_relation_is_updatable(c.oid, true) & ${event} <> 0 AND pg_relation_is_updatable(c.oid, false) & ${event} = 0)`

/** Attributes of composite types are columns too. */
export const columnsSql = `SELECT a.attrelid, a.attnum, a.attname::text, a.atttypid, a.atttypmod,
    format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity::text, a.attgenerated <> '',
    pg_get_expr(d.adbin, d.adrelid), l.collname::text, l.collisdeterministic, s.description,
    c.relkind = 'c' OR has_column_privilege(c.oid, a.attnum, 'SELECT'), ${mayWrite('INSERT', 8)}, ${mayWrite('UPDATE', 4)}
  FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid AND NOT c.relispartition
  JOIN pg_namespace AS n ON n.oid = c.relnamespace AND (c.relkind = 'c' OR c.relkind IN ('r', 'p', 'v', 'm', 'f') AND ${isAsked})
  JOIN pg_type AS t ON t.oid = a.atttypid
  LEFT JOIN pg_attrdef AS d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  LEFT JOIN pg_collation AS l ON l.oid = a.attcollation AND a.attcollation <> t.typcollation
  LEFT JOIN pg_description AS s ON s.classoid = 'pg_class'::regclass AND s.objoid = a.attrelid AND s.objsubid = a.attnum
  WHERE a.attnum > 0 AND NOT a.attisdropped
  ORDER BY a.attrelid, a.attnum`

/** A reference to a partitioned table has one row more for each partition, whose parent is set. */
export const constraintsSql = `SELECT k.conrelid, k.contypid, k.conname::text, k.contype::text, k.conkey, k.confrelid,
    k.confkey, CASE WHEN k.contype = 'c' THEN pg_get_expr(k.conbin, k.conrelid) END, k.convalidated
  FROM pg_constraint AS k JOIN pg_namespace AS n ON n.oid = k.connamespace
  WHERE k.contype IN ('p', 'u', 'f', 'c', 'x') AND k.conparentid = 0 AND (k.contypid <> 0 OR ${isAsked})
  ORDER BY k.conname COLLATE "C", k.oid`

/** References of single partitions, by the table that they are parts of: the table itself refers to nothing. */
export const partitionReferencesSql = `SELECT pg_partition_root(c.oid)::oid, k.conname::text, c.relname::text, t.relname::text
  FROM pg_constraint AS k JOIN pg_class AS c ON c.oid = k.conrelid AND c.relispartition
  JOIN pg_namespace AS n ON n.oid = c.relnamespace AND ${isAsked} JOIN pg_class AS t ON t.oid = k.confrelid
  WHERE k.contype = 'f' AND k.conparentid = 0 ORDER BY c.relname COLLATE "C", k.conname COLLATE "C"`

export const uniqueIndexesSql = `SELECT i.indrelid, x.relname::text, i.indpred IS NOT NULL,
    (string_to_array(i.indkey::text, ' ')::int2[])[1:i.indnkeyatts]
  FROM pg_index AS i JOIN pg_class AS x ON x.oid = i.indexrelid
  JOIN (${asked}) ON c.oid = i.indrelid
  WHERE i.indisunique AND i.indisvalid ORDER BY x.relname COLLATE "C"`

/** Indexes over all rows, by their columns in order; an expression is an empty name. */
export const indexesSql = `SELECT n.nspname::text, c.relname::text, ARRAY (SELECT coalesce(a.attname::text, '')
      FROM unnest((string_to_array(i.indkey::text, ' ')::int2[])[1:i.indnkeyatts]) WITH ORDINALITY AS k (number, place)
      LEFT JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum = k.number AND k.number > 0 ORDER BY k.place)
  FROM ${asked} AND c.relkind IN ('r', 'p') LEFT JOIN pg_index AS i ON i.indrelid = c.oid AND i.indisvalid AND i.indpred IS NULL
  ORDER BY c.oid, i.indexrelid`

/** Row types of tables are left out unless a column is of one. `to_jsonb` because multiranges came with version 14. */
export const typesSql = `SELECT t.oid, n.nspname::text, t.typname::text, t.typtype::text, format_type(t.oid, NULL),
    t.typelem, t.typcategory = 'A' AND t.typelem <> 0, t.typbasetype, t.typtypmod, t.typnotnull, t.typdefault,
    COALESCE(r.rngsubtype, m.rngsubtype, 0), obj_description(t.oid, 'pg_type'), t.typrelid,
    ARRAY (SELECT e.enumlabel::text FROM pg_enum AS e WHERE e.enumtypid = t.oid ORDER BY e.enumsortorder)
  FROM pg_type AS t JOIN pg_namespace AS n ON n.oid = t.typnamespace
  LEFT JOIN pg_class AS c ON c.oid = t.typrelid
  LEFT JOIN pg_type AS i ON i.oid = t.typelem LEFT JOIN pg_class AS ic ON ic.oid = i.typrelid
  LEFT JOIN pg_range AS r ON r.rngtypid = t.oid
  LEFT JOIN pg_range AS m ON (to_jsonb(m) ->> 'rngmultitypid')::oid = t.oid
  WHERE COALESCE(c.relkind, 'c') = 'c' AND COALESCE(ic.relkind, 'c') = 'c'
    OR t.oid IN (SELECT a.atttypid FROM pg_attribute AS a WHERE a.attnum > 0)`

export const viewsSql = `SELECT c.oid, pg_get_viewdef(c.oid) FROM ${asked} AND c.relkind IN ('v', 'm')`

export const inheritanceSql = `SELECT i.inhparent, n.nspname || '.' || c.relname
  FROM pg_inherits AS i JOIN (${asked}) ON c.oid = i.inhrelid ORDER BY (n.nspname || '.' || c.relname) COLLATE "C"`

/** Rules rewrite a statement as a trigger adds to it; `_RETURN` is what makes a view. */
export const triggersSql = `SELECT t.tgrelid, t.tgname::text FROM pg_trigger AS t JOIN (${asked}) ON c.oid = t.tgrelid
    WHERE NOT t.tgisinternal AND t.tgenabled <> 'D'
  UNION ALL SELECT r.ev_class, r.rulename::text FROM pg_rewrite AS r JOIN (${asked}) ON c.oid = r.ev_class
    WHERE r.rulename <> '_RETURN' ORDER BY 2, 1`

export const rowChangingSql = `SELECT DISTINCT p.proname::text FROM pg_proc AS p WHERE p.proretset OR p.prokind = 'a'`
