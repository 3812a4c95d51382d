import { insertInto, type Piecewise, readOf, type SchemaDialect, type Statement } from '@charter/sql/store'
import type { Product } from './product.ts'
import { hasTable } from './state-schema.ts'

const meta = '"_charter_meta"'

export const keepMetaOf = ({ onDuplicate }: Product): Statement =>
  insertInto(meta, ['name', 'value'], { after: onDuplicate(['value']) })

const findAny = readOf(
  `SELECT 1 FROM information_schema.tables WHERE table_schema = database() AND table_name <> '_charter_meta' LIMIT 1`,
)

/** A reference by its table, its columns and where it leads: it has no name until the server gives it one. */
const reference =
  readOf(`SELECT 1 FROM information_schema.key_column_usage WHERE table_schema = database() AND table_name = ? AND referenced_table_name = ?
GROUP BY constraint_name HAVING group_concat(concat('"', replace(column_name, '"', '""'), '"') ORDER BY ordinal_position SEPARATOR ', ') = ?`)

const name = '"(?:[^"]|"")+"'
const addsReference = new RegExp(
  `^ALTER TABLE (${name}) ADD FOREIGN KEY \\((${name}(?:, ${name})*)\\) REFERENCES (${name}) `,
)

const findMade: Piecewise['findMade'] = (statement) => {
  const [, table = '', columns = '', target = ''] = addsReference.exec(statement) ?? []
  return table === '' ? null : { statement: reference, values: [unquoted(table), unquoted(target), columns] }
}

const unquoted = (quoted: string): string => quoted.slice(1, -1).replaceAll('""', '"')

export const schemaOf = (product: Product): SchemaDialect => ({
  meta,
  findMeta: { statement: hasTable, values: ['_charter_meta'] },
  findAny,
  occupied: 'The database holds tables that this service did not make; give an empty one.',
  makePlace: [],
  makeMeta: `CREATE TABLE IF NOT EXISTS ${meta} ("name" varchar(64) NOT NULL PRIMARY KEY, "value" longtext NOT NULL) CHARACTER SET utf8mb4 COLLATE ${product.collation}`,
  keepMeta: keepMetaOf(product),
  piecewise: {
    repeatable: (statement) => statement.replace(/^CREATE TABLE (?!IF )/, 'CREATE TABLE IF NOT EXISTS '),
    findMade,
  },
  who: 'user',
})
