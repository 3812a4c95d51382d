import type { Charter } from '@charter/charter'
import {
  type ColumnStructure,
  foreignKeyText,
  type IndexStructure,
  nameList,
  primaryKey,
  quoted,
  type Structure,
  type TableStructure,
  withStructure,
} from '@charter/sql'
import { structureOf } from './structure.ts'

/** DDL of the tables that a charter's own SQLite database has: one statement each, tables before indexes. */
export const createSchema = (charter: Charter): readonly string[] => {
  const structure = structureOf(charter)
  return withStructure(structure, [
    ...structure.tables.map((table) => tableText(structure, table)),
    ...structure.tables.flatMap((table) => table.indexes.map((index) => indexText(table, index))),
  ])
}

/** CREATE TABLE, by the table's own name or another. */
export const tableText = (structure: Structure, table: TableStructure, name = table.name): string => {
  const lines = [
    ...table.columns.map(columnText),
    ...(isKeyed(table) ? [`PRIMARY KEY ${nameList(primaryKey(table))}`] : []),
    ...table.foreignKeys.map((each) => foreignKeyText(structure, each)),
  ]
  return `CREATE TABLE ${quoted(name)} (\n  ${lines.join(',\n  ')}\n) STRICT`
}

/** Not where the column that SQLite numbers says so itself, nor where rows have no key, and are only read. */
const isKeyed = ({ columns, key }: TableStructure): boolean =>
  key.length > 0 && !columns.some(({ isNumbered }) => isNumbered)

/** A column as CREATE TABLE and ADD COLUMN declare it. */
export const columnText = (column: ColumnStructure): string => {
  const name = quoted(column.name)
  // AUTOINCREMENT: the number of a deleted row is never given again, so an audit trail stays about one row.
  if (column.isNumbered) return `${name} INTEGER PRIMARY KEY AUTOINCREMENT`
  const parts = [
    `${name} ${column.sqlType}`,
    column.isRequired ? 'NOT NULL' : '',
    column.default === undefined ? '' : `DEFAULT ${column.default}`,
    column.check === undefined ? '' : `CHECK (${column.check})`,
  ]
  return parts.filter((part) => part !== '').join(' ')
}

export const indexText = (table: TableStructure, { name, columns, isUnique, where }: IndexStructure): string =>
  `CREATE ${isUnique ? 'UNIQUE INDEX' : 'INDEX'} ${quoted(name)} ON ${quoted(table.name)} ${nameList(columns)}${where === undefined ? '' : ` WHERE ${where}`}`
