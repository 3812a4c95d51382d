import { nameList, quoted, raw, write } from '@charter/sql'
import type { Fragment } from '@charter/sql/store'
import { mariadbProduct } from '../driver/mariadb-product.ts'
import { collated } from '../render/types.ts'
import type { Change } from './change.ts'
import type { Profile } from './profile.ts'

/** MariaDB 10.11 and later. */
export const mariadbProfile: Profile = {
  name: 'mariadb',
  product: mariadbProduct,
  isTrue: (column) => `(${column} <> 0)`,
  timeParameter: 'CAST(? AS TIME(6))',
  holds(kind, held, asked) {
    // As a truth, not as a condition: below EXISTS the optimizer makes a semi-join of that and loses which row the members are of (10.11.19).
    if (kind === 'contains') return write`((${asked} IN (${membersOf(held, 'h')})) IS TRUE)`
    return kind === 'containsAny'
      ? write`EXISTS (${membersOf(asked, 'a')} WHERE a.v IN (${membersOf(held, 'h')}))`
      : write`NOT EXISTS (${membersOf(asked, 'a')} WHERE a.v NOT IN (${membersOf(held, 'h')}))`
  },
  member: (text) => text,
  escaped: (sql) => sql,
  likeEscape: ` ESCAPE '\\'`,
  default: (text) => text,
  // mariadb.com/kb/en/default
  defaultOf: (_field, column) => `DEFAULT(${column})`,
  checksSql: `SELECT table_name, check_clause FROM information_schema.check_constraints
WHERE constraint_schema = database() ORDER BY table_name, constraint_name`,
  columnChecksSql: null,
  expressionOf: (told) => told,
  defaultIn: ({ value }) => (value === 'NULL' ? null : value),
  json: { type: { kind: 'json' } },
  // Each part says itself whether there is anything to do (mariadb.com/kb/en/alter-table).
  alter: (table, changes) => [`ALTER TABLE ${quoted(table)}\n  ${changes.flatMap(clausesOf).join(',\n  ')}`],
  renameTable: (from, to) => [`RENAME TABLE IF EXISTS ${quoted(from)} TO ${quoted(to)}`],
  createTrigger: 'CREATE OR REPLACE TRIGGER',
  client: { program: 'mariadb', package: 'MariaDB’s client' },
}

const membersOf = (array: Fragment, alias: string): Fragment =>
  write`SELECT ${raw(alias)}.v FROM JSON_TABLE(${array}, '$[*]' COLUMNS (v ${raw(collated(mariadbProfile, 'longtext'))} PATH '$')) AS ${raw(alias)}`

const clausesOf = (change: Change): readonly string[] => {
  switch (change.does) {
    case 'drop index':
      return [`DROP INDEX IF EXISTS ${quoted(change.name)}`]
    case 'drop column':
      return [`DROP COLUMN IF EXISTS ${quoted(change.name)}`]
    case 'drop reference':
      return [`DROP FOREIGN KEY IF EXISTS ${quoted(change.name)}`]
    case 'drop check':
      return [`DROP CONSTRAINT IF EXISTS ${quoted(change.name)}`]
    case 'add column':
      return [`ADD COLUMN IF NOT EXISTS ${change.text}`]
    case 'add index':
      return [`ADD ${change.text.replace(/^(UNIQUE )?KEY/, '$1KEY IF NOT EXISTS')}`]
    case 'add reference':
      return [
        `ADD CONSTRAINT ${quoted(change.name)} ${change.text.replace(/^FOREIGN KEY/, 'FOREIGN KEY IF NOT EXISTS')}`,
      ]
    case 'change column':
      return [`CHANGE COLUMN IF EXISTS ${quoted(change.from)} ${change.text}`]
    case 'set key':
      return ['DROP PRIMARY KEY', `ADD PRIMARY KEY ${nameList(change.columns)}`]
  }
}
