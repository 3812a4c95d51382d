import { literal, quoted, write } from '@charter/sql'
import { mysqlProduct } from '../driver/mysql-product.ts'
import { alter, where } from './mysql-alter.ts'
import { defaultIn, escaped, expressionOf } from './mysql-text.ts'
import type { Profile } from './profile.ts'

const checksOf = (columns: string): string => `SELECT table_name, ${columns}
FROM information_schema.check_constraints JOIN information_schema.table_constraints USING (constraint_schema, constraint_name)
WHERE constraint_schema = database() AND constraint_type = 'CHECK' ORDER BY table_name, constraint_name`

/** MySQL 8.4 and 9 (dev.mysql.com/doc/refman/8.4/en). */
export const mysqlProfile: Profile = {
  name: 'mysql',
  product: mysqlProduct,
  // A comparison is a number of 64 bits, which the driver gives as text.
  isTrue: (column) => `CAST((${column} <> 0) AS FLOAT)`,
  // What CAST makes of a parameter is a time of no hours (9.7.4: `SELECT CAST(? AS TIME(6))`).
  timeParameter: 'CAST(CAST(? AS CHAR) AS TIME(6))',
  // Not as JSON_TABLE has members: below EXISTS the optimizer loses which row they are of (9.7.4). JSON_CONTAINS and JSON_OVERLAPS
  // compare texts by code point (…/json-search-functions.html, …/json.html#json-comparison).
  holds: (kind, held, asked) =>
    kind === 'containsAny' ? write`JSON_OVERLAPS(${held}, ${asked})` : write`JSON_CONTAINS(${held}, ${asked})`,
  // In canonical form an integer of 64 bits is a text.
  member: (text, { kind }) => (kind === 'text' || kind === 'bigint' ? write`JSON_QUOTE(${text})` : text),
  escaped,
  likeEscape: '',
  // Columns of long values take expressions alone (…/data-type-defaults.html).
  default: (text, sqlType) => (/^long/.test(sqlType) ? `(${text})` : text),
  // DEFAULT() takes no default that is an expression (…/miscellaneous-functions.html#function_default): it is said again.
  defaultOf: ({ columnType = '' }, column) => {
    const expression = / DEFAULT ([\s\S]+)$/.exec(columnType)?.[1]
    return expression === undefined ? `DEFAULT(${column})` : `(${escaped(expression)})`
  },
  // CHECK_CONSTRAINTS has no table in it (…/information-schema-check-constraints-table.html).
  checksSql: checksOf('check_clause'),
  // A CHECK of a column is the table's, and CHANGE COLUMN adds one more (…/create-table-check-constraints.html).
  columnChecksSql: checksOf("constraint_name, substring_index(substring_index(check_clause, '`', 2), '`', -1)"),
  expressionOf,
  defaultIn,
  // Numbers become float64 where they are no whole ones of 64 bits (…/json.html#json-normalization).
  json: {
    type: { kind: 'json' },
    isReadOnly: true,
    loss: {
      reason: 'unsupported-type',
      sentence: 'MySQL rounds numbers of its json, so its values are told as it has them and can be read only.',
    },
  },
  alter,
  renameTable: (from, to) =>
    where(
      `EXISTS (SELECT 1 FROM information_schema.tables WHERE table_schema = database() AND table_name = ${escaped(literal(from))})`,
      `RENAME TABLE ${quoted(from)} TO ${quoted(to)}`,
    ),
  // …/create-trigger.html
  createTrigger: 'CREATE TRIGGER IF NOT EXISTS',
  client: { program: 'mysql', package: 'MySQL’s client' },
}
