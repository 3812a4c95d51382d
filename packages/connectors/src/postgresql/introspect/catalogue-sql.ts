import type { Catalogue, Column, Constraint, PartReference, PgType, Relation, UniqueIndex } from './catalogue.ts'

/**
 * One statement per kind of thing, whatever the number of tables. `$1` is a list of schemas as JSON, or null for all that are not
 * the system's. Orders are by code point, so that nothing depends on the server's locale. A row is what it belongs to and the
 * thing itself as JSON, member for member as `catalogue.ts` has it; object ids, which JSON would have as texts, are numbers.
 */

const json = (members: Readonly<Record<string, string>>): string =>
  `json_build_object(${Object.entries(members)
    .map(([name, sql]) => `'${name}', ${sql}`)
    .join(', ')})`

const thing = <Thing>(members: Readonly<Record<keyof Thing & string, string>>): string => `${json(members)}::text`

const oneOf = (letter: string, kinds: Readonly<Record<string, string>>): string =>
  `CASE ${letter} ${Object.entries(kinds)
    .map(([each, kind]) => `WHEN '${each}' THEN '${kind}'`)
    .join(' ')} END`

const isAsked = `(CASE WHEN $1::json IS NULL THEN n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
    ELSE n.nspname IN (SELECT json_array_elements_text($1::json)) END)`

/** Partitions are reached through the table they are parts of. */
const asked = `pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
    AND c.relkind IN ('r', 'p', 'v', 'm', 'f') AND NOT c.relispartition AND ${isAsked}`

/** Whether rows of a view can be written, by the server's own account: 4 updates, 8 inserts, 16 deletes. INSTEAD OF triggers count. */
const takes = (event: 4 | 8 | 16): string =>
  `(c.relkind <> 'v' OR pg_relation_is_updatable(c.oid, true) & ${event} <> 0)`

const mayAny = (privilege: string): string =>
  `(has_table_privilege(c.oid, '${privilege}') OR has_any_column_privilege(c.oid, '${privilege}'))`

/** What is known of a relation by itself. */
export type Bare = Omit<
  Relation,
  'columns' | 'constraints' | 'partReferences' | 'uniqueIndexes' | 'triggers' | 'children' | 'definition'
>

export const relationsSql = `SELECT c.oid, ${thing<Bare>({
  id: 'c.oid::bigint',
  schema: 'n.nspname',
  name: 'c.relname',
  kind: oneOf('c.relkind', { r: 'table', p: 'partitioned', v: 'view', m: 'materialized', f: 'foreign' }),
  description: `obj_description(c.oid, 'pg_class')`,
  isRowSecured: 'c.relrowsecurity',
  ofExtension: 'e.extname',
  may: json({
    select: `has_schema_privilege(n.oid, 'USAGE') AND ${mayAny('SELECT')}`,
    insert: `${takes(8)} AND ${mayAny('INSERT')}`,
    update: `${takes(4)} AND ${mayAny('UPDATE')}`,
    delete: `${takes(16)} AND has_table_privilege(c.oid, 'DELETE')`,
  }),
  replaced: `ARRAY (SELECT ${oneOf('r.ev_type', { 2: 'UPDATE', 3: 'INSERT', 4: 'DELETE' })} FROM pg_rewrite AS r
      WHERE r.ev_class = c.oid AND r.is_instead AND r.ev_type IN ('2', '3', '4') GROUP BY r.ev_type ORDER BY 1)`,
})}
  FROM ${asked}
  LEFT JOIN pg_depend AS d ON d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.objsubid = 0 AND d.deptype = 'e'
  LEFT JOIN pg_extension AS e ON e.oid = d.refobjid
  ORDER BY n.nspname COLLATE "C", c.relname COLLATE "C"`

/** An INSTEAD OF trigger is given every column of a view; a query gives those that are columns of its table. */
const mayWrite = (privilege: 'INSERT' | 'UPDATE', event: 4 | 8): string =>
  `c.relkind <> 'c' AND has_column_privilege(c.oid, a.attnum, '${privilege}') AND (c.relkind <> 'v' OR pg_column_is_updatable(c.oid, a.attnum, true)
      OR pg_relation_is_updatable(c.oid, true) & ${event} <> 0 AND pg_relation_is_updatable(c.oid, false) & ${event} = 0)`

/** Attributes of composite types are columns too. */
export const columnsSql = `SELECT a.attrelid, ${thing<Omit<Column, 'range' | 'unsetSetting'>>({
  number: 'a.attnum',
  name: 'a.attname',
  typeId: 'a.atttypid::bigint',
  typeModifier: 'a.atttypmod',
  typeText: 'format_type(a.atttypid, a.atttypmod)',
  isNotNull: 'a.attnotnull',
  identity: oneOf('a.attidentity', { a: 'always', d: 'default' }),
  isGenerated: `a.attgenerated <> ''`,
  default: 'pg_get_expr(d.adbin, d.adrelid)',
  collation: `CASE WHEN l.oid IS NOT NULL THEN ${json({ name: 'l.collname', isDeterministic: 'l.collisdeterministic' })} END`,
  description: 's.description',
  isReadable: `c.relkind = 'c' OR has_column_privilege(c.oid, a.attnum, 'SELECT')`,
  mayInsert: mayWrite('INSERT', 8),
  mayUpdate: mayWrite('UPDATE', 4),
})}
  FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid AND NOT c.relispartition
  JOIN pg_namespace AS n ON n.oid = c.relnamespace AND (c.relkind = 'c' OR c.relkind IN ('r', 'p', 'v', 'm', 'f') AND ${isAsked})
  JOIN pg_type AS t ON t.oid = a.atttypid
  LEFT JOIN pg_attrdef AS d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
  LEFT JOIN pg_collation AS l ON l.oid = a.attcollation AND a.attcollation <> t.typcollation
  LEFT JOIN pg_description AS s ON s.classoid = 'pg_class'::regclass AND s.objoid = a.attrelid AND s.objsubid = a.attnum
  WHERE a.attnum > 0 AND NOT a.attisdropped
  ORDER BY a.attrelid, a.attnum`

/** Names of a relation's columns by their numbers, in order; of an expression, which has none, an empty one. */
const namesOf = (numbers: string, relation: string): string =>
  `ARRAY (SELECT coalesce(a.attname::text, '') FROM unnest(${numbers}) WITH ORDINALITY AS u (number, place)
      LEFT JOIN pg_attribute AS a ON a.attrelid = ${relation} AND a.attnum = u.number AND u.number > 0 ORDER BY u.place)`

/** A reference to a partitioned table has one row more for each partition, whose parent is set. Those of domains are of no relation. */
export const constraintsSql = (of: 'conrelid' | 'contypid'): string => `SELECT k.${of}, ${thing<Constraint>({
  name: 'k.conname',
  kind: oneOf('k.contype', { p: 'primary', u: 'unique', f: 'foreign', c: 'check', x: 'exclusion' }),
  columns: namesOf('k.conkey', 'k.conrelid'),
  targetId: 'k.confrelid::bigint',
  targetColumns: namesOf('k.confkey', 'k.confrelid'),
  expression: `CASE WHEN k.contype = 'c' THEN pg_get_expr(k.conbin, k.conrelid) END`,
  isValid: 'k.convalidated',
})}
  FROM pg_constraint AS k JOIN pg_namespace AS n ON n.oid = k.connamespace
  WHERE k.contype IN ('p', 'u', 'f', 'c', 'x') AND k.conparentid = 0 AND k.${of} <> 0 AND (k.contypid <> 0 OR ${isAsked})
  ORDER BY k.conname COLLATE "C", k.oid`

/** References of single partitions, by the table that they are parts of: the table itself refers to nothing. */
export const partitionReferencesSql = `SELECT pg_partition_root(c.oid)::oid, ${thing<PartReference>({
  name: 'k.conname',
  partition: 'c.relname',
  target: 't.relname',
})}
  FROM pg_constraint AS k JOIN pg_class AS c ON c.oid = k.conrelid AND c.relispartition
  JOIN pg_namespace AS n ON n.oid = c.relnamespace AND ${isAsked} JOIN pg_class AS t ON t.oid = k.confrelid
  WHERE k.contype = 'f' AND k.conparentid = 0 ORDER BY c.relname COLLATE "C", k.conname COLLATE "C"`

const numbersIn = `(string_to_array(i.indkey::text, ' ')::int2[])[1:i.indnkeyatts]`

export const uniqueIndexesSql = `SELECT i.indrelid, ${thing<UniqueIndex>({
  name: 'x.relname',
  isPartial: 'i.indpred IS NOT NULL',
  columns: namesOf(numbersIn, 'i.indrelid'),
})}
  FROM pg_index AS i JOIN pg_class AS x ON x.oid = i.indexrelid
  JOIN (${asked}) ON c.oid = i.indrelid
  WHERE i.indisunique AND i.indisvalid ORDER BY x.relname COLLATE "C"`

/** Indexes over all rows, by their columns in order; an expression is an empty name. */
export const indexesSql = `SELECT c.oid, ${thing<Required<Catalogue['indexes'][number]>>({
  schema: 'n.nspname',
  table: 'c.relname',
  indexes: `json_agg(${namesOf(numbersIn, 'c.oid')} ORDER BY i.indexrelid)`,
})}
  FROM ${asked} AND c.relkind IN ('r', 'p') LEFT JOIN pg_index AS i ON i.indrelid = c.oid AND i.indisvalid AND i.indpred IS NULL
  GROUP BY c.oid, n.nspname, c.relname ORDER BY c.oid`

/** Row types of tables are left out unless a column is of one. `to_jsonb` because multiranges came with version 14. */
export const typesSql = `SELECT t.oid, ${thing<Omit<PgType, 'attributes' | 'checks'> & { relationId: number }>({
  id: 't.oid::bigint',
  schema: 'n.nspname',
  name: 't.typname',
  kind: oneOf('t.typtype', {
    b: 'base',
    c: 'composite',
    d: 'domain',
    e: 'enum',
    p: 'pseudo',
    r: 'range',
    m: 'multirange',
  }),
  text: 'format_type(t.oid, NULL)',
  elementId: 't.typelem::bigint',
  isArray: `t.typcategory = 'A' AND t.typelem <> 0`,
  baseId: 't.typbasetype::bigint',
  baseModifier: 't.typtypmod',
  isNotNull: 't.typnotnull',
  default: 't.typdefault',
  rangeOfId: 'COALESCE(r.rngsubtype, m.rngsubtype, 0)::bigint',
  labels: `ARRAY (SELECT e.enumlabel::text FROM pg_enum AS e WHERE e.enumtypid = t.oid ORDER BY e.enumsortorder)`,
  description: `obj_description(t.oid, 'pg_type')`,
  relationId: 't.typrelid::bigint',
})}
  FROM pg_type AS t JOIN pg_namespace AS n ON n.oid = t.typnamespace
  LEFT JOIN pg_class AS c ON c.oid = t.typrelid
  LEFT JOIN pg_type AS i ON i.oid = t.typelem LEFT JOIN pg_class AS ic ON ic.oid = i.typrelid
  LEFT JOIN pg_range AS r ON r.rngtypid = t.oid
  LEFT JOIN pg_range AS m ON (to_jsonb(m) ->> 'rngmultitypid')::oid = t.oid
  WHERE COALESCE(c.relkind, 'c') = 'c' AND COALESCE(ic.relkind, 'c') = 'c'
    OR t.oid IN (SELECT a.atttypid FROM pg_attribute AS a WHERE a.attnum > 0)`

export const viewsSql = `SELECT c.oid, to_json(pg_get_viewdef(c.oid))::text FROM ${asked} AND c.relkind IN ('v', 'm')`

export const inheritanceSql = `SELECT i.inhparent, to_json(n.nspname || '.' || c.relname)::text
  FROM pg_inherits AS i JOIN (${asked}) ON c.oid = i.inhrelid ORDER BY (n.nspname || '.' || c.relname) COLLATE "C"`

/** Rules rewrite a statement as a trigger adds to it; `_RETURN` is what makes a view. */
export const triggersSql = `SELECT of, to_json(name)::text FROM (
    SELECT t.tgrelid, t.tgname::text FROM pg_trigger AS t JOIN (${asked}) ON c.oid = t.tgrelid
      WHERE NOT t.tgisinternal AND t.tgenabled <> 'D'
    UNION ALL SELECT r.ev_class, r.rulename::text FROM pg_rewrite AS r JOIN (${asked}) ON c.oid = r.ev_class
      WHERE r.rulename <> '_RETURN') AS u (of, name) ORDER BY name, of`

export const rowChangingSql = `SELECT DISTINCT p.proname::text FROM pg_proc AS p WHERE p.proretset OR p.prokind = 'a'`
