import type { Charter } from '@charter/charter'
import { columnText, foreignKeyText, indexText, quoted, schemaWith, type TableDialect } from '@charter/sql'
import { structureOf } from './structure.ts'

export const tables: TableDialect = {
  tableAt: ({ name }) => quoted(name),
  column: (column) =>
    column.isNumbered
      ? // The number of a deleted row is never given again, so an audit trail stays about one row.
        `${quoted(column.name)} INTEGER PRIMARY KEY AUTOINCREMENT`
      : columnText(column, column.isRequired ? 'NOT NULL' : ''),
  // The column that SQLite numbers says itself that it is the key.
  lines: ({ columns, foreignKeys }, key, structure) => [
    ...(columns.some(({ isNumbered }) => isNumbered) ? [] : key),
    ...foreignKeys.map((each) => foreignKeyText(structure, each)),
  ],
  end: ' STRICT',
  index: ({ name }, index) => indexText(quoted(name), index),
  refersLast: false,
}

/** DDL of the tables that a charter's own SQLite database has. */
export const createSchema = (charter: Charter): readonly string[] => schemaWith(tables, structureOf(charter))
