import { query } from './load.ts'

/** What a name can be and still be one: words that SQL, JavaScript and addresses have a meaning for, marks, other scripts. */
const hostile = [
  'select',
  'Table',
  'USER',
  'order',
  'group by',
  'constructor',
  '__proto__',
  'toString',
  'hasOwnProperty',
  'then',
  'it"s',
  "it's",
  'a.b',
  'a b',
  ' lead',
  'trail ',
  'semi;colon',
  '--',
  '/*',
  '?',
  '$1',
  ':id',
  '%s',
  '\\',
  '`',
  '{{x}}',
  'Größe',
  '名前',
  'имя',
  'ﬀ',
  'e\u0301',
  '😀',
  'İ',
  'null',
  'true',
  '1st',
  '0',
  '-',
  'ID',
  'Id',
  'class',
  'await',
  'yield',
  'xmin!',
  'items',
  'next',
  'count',
  'limit',
  'filter',
  'include',
  'sort',
  'after',
  'audit',
  'search',
  'import',
  'batch',
]

const nameBytesMax = 63

/** Numbers below `bound` that follow from the seed alone (Park and Miller's minimal standard generator). */
const numbersFrom = (seed: number): ((bound: number) => number) => {
  let state = (seed % 2147483646) + 1
  return (bound) => {
    state = (state * 48271) % 2147483647
    return state % bound
  }
}

/** Names for one scope: each hostile, no two the same; every so often one that differs from the last in case alone, or is as long as can be. */
const namesFor = (count: number, next: (bound: number) => number, known: ReadonlySet<string>): readonly string[] => {
  // One of the names that are still to be changed would be in the way.
  const taken = new Set(known)
  const names: string[] = []
  const take = (name: string): boolean => {
    if (taken.has(name) || Buffer.byteLength(name) > nameBytesMax || name === '') return false
    taken.add(name)
    names.push(name)
    return true
  }
  while (names.length < count) {
    const word = hostile[next(hostile.length)] ?? 'x'
    const last = names.at(-1) ?? ''
    const kind = next(6)
    const swapped = last === last.toUpperCase() ? last.toLowerCase() : last.toUpperCase()
    if (kind === 0 && take(swapped)) continue
    if (kind === 1 && take(filled(word))) continue
    if (!take(word)) take(`${word}${names.length}`)
  }
  return names
}

const filled = (word: string): string => {
  const room = nameBytesMax - Buffer.byteLength(word)
  return word + 'x'.repeat(Math.max(0, room))
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

const isOurs = (schema: string) => `${schema} !~ '^pg_' AND ${schema} <> 'information_schema'`
const notOfExtension = (id: string, of: string) =>
  `NOT EXISTS (SELECT 1 FROM pg_depend AS d WHERE d.classid = '${of}'::regclass AND d.objid = ${id} AND d.deptype = 'e')`

/**
 * Gives every table, view, column, schema and type of a throw-away database a hostile name. Functions are not rewritten, so
 * the triggers that call them go, and what else calls one is as it was. Gives the number of names changed.
 */
export const mutateNames = (url: string, seed: number): number => {
  const next = numbersFrom(seed)
  const rows = (sql: string): readonly (readonly string[])[] =>
    query(url, sql).map((line) => (JSON.parse(line) as (string | number)[]).map(String))
  const known = new Set(
    rows(
      'SELECT json_build_array(attname) FROM pg_attribute UNION ALL SELECT json_build_array(relname) FROM pg_class UNION ALL SELECT json_build_array(nspname) FROM pg_namespace',
    ).flat(),
  )
  const statements: string[] = []
  for (const [table, trigger] of rows(
    `SELECT json_build_array(tgrelid::regclass::text, tgname) FROM pg_trigger WHERE NOT tgisinternal AND tgparentid = 0`,
  ))
    statements.push(`DROP TRIGGER ${quoted(trigger ?? '')} ON ${table}`)
  let changed = 0
  const rename = (scopes: ReadonlyMap<string, readonly string[]>) => {
    for (const items of scopes.values())
      for (const [at, name] of namesFor(items.length, next, known).entries()) {
        statements.push(`${items[at]} ${quoted(name)}`)
        changed++
      }
  }
  rename(
    grouped(
      rows(`SELECT json_build_array(c.oid::text, c.oid::regclass::text, a.attname) FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid
        JOIN pg_namespace AS n ON n.oid = c.relnamespace WHERE c.relkind IN ('r', 'p', 'v', 'm') AND a.attnum > 0 AND NOT a.attisdropped
        AND a.attinhcount = 0 AND ${isOurs('n.nspname')} AND ${notOfExtension('c.oid', 'pg_class')} ORDER BY c.oid, a.attnum`),
      ([, table, column]) => `ALTER TABLE ${table} RENAME COLUMN ${quoted(column ?? '')} TO`,
    ),
  )
  rename(
    grouped(
      rows(`SELECT json_build_array(n.nspname, CASE c.relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'TABLE' END, c.oid::regclass::text)
        FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace WHERE c.relkind IN ('r', 'p', 'v', 'm') AND NOT c.relispartition
        AND ${isOurs('n.nspname')} AND ${notOfExtension('c.oid', 'pg_class')} ORDER BY c.oid`),
      ([, kind, table]) => `ALTER ${kind} ${table} RENAME TO`,
    ),
  )
  // A table has a row type of its name: types are named in a scope of their own, behind tables, by what tables do not take.
  for (const [
    type,
  ] of rows(`SELECT json_build_array(t.oid::regtype::text) FROM pg_type AS t JOIN pg_namespace AS n ON n.oid = t.typnamespace
      LEFT JOIN pg_class AS c ON c.oid = t.typrelid WHERE (t.typtype IN ('e', 'd') OR c.relkind = 'c') AND ${isOurs('n.nspname')}
      AND ${notOfExtension('t.oid', 'pg_type')} ORDER BY t.oid`)) {
    const name = `${hostile[next(hostile.length)]} type ${changed}`
    statements.push(`ALTER TYPE ${type} RENAME TO ${quoted(name)}`)
    changed++
  }
  rename(
    grouped(
      rows(`SELECT json_build_array('', quote_ident(n.nspname)) FROM pg_namespace AS n WHERE ${isOurs('n.nspname')} AND n.nspname <> 'public'
        AND ${notOfExtension('n.oid', 'pg_namespace')} ORDER BY n.oid`),
      ([, schema]) => `ALTER SCHEMA ${schema} RENAME TO`,
    ),
  )
  for (let at = 0; at < statements.length; at += 500) query(url, statements.slice(at, at + 500).join('; '))
  dropBroken(url)
  return changed
}

/** Views that hand a statement to a function as text (`crosstab`) still say the old names in it. */
const dropBroken = (url: string): void => {
  query(
    url,
    `DO $$ DECLARE v regclass; BEGIN
       FOR v IN SELECT c.oid FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace WHERE c.relkind = 'v' AND ${isOurs('n.nspname')} LOOP
         BEGIN EXECUTE format('SELECT * FROM %s LIMIT 1', v);
         EXCEPTION WHEN undefined_table OR undefined_column OR undefined_function OR undefined_object THEN EXECUTE format('DROP VIEW %s CASCADE', v); END;
       END LOOP; END $$`,
  )
}

const grouped = (
  rows: readonly (readonly string[])[],
  statementOf: (row: readonly string[]) => string,
): ReadonlyMap<string, readonly string[]> => {
  const groups = new Map<string, string[]>()
  for (const row of rows) groups.set(row[0] ?? '', [...(groups.get(row[0] ?? '') ?? []), statementOf(row)])
  return groups
}
