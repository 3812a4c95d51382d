import { quoted } from '../store/identifier.ts'
import type { ColumnStructure, IndexStructure, Structure, TableStructure } from '../structure.ts'
import { foreignKeyText } from './foreign-key-text.ts'
import { nameList, primaryKey } from './list.ts'
import { withStructure } from './structure-text.ts'

/** How a database declares the tables of a structure. */
export interface TableDialect {
  /** As statements name it. */
  tableAt(table: Pick<TableStructure, 'schema' | 'name'>): string
  /** A column as CREATE TABLE and ADD COLUMN declare it. */
  column(column: ColumnStructure): string
  /** Lines of CREATE TABLE after its columns. `key`: the one of its primary key, or none. */
  lines(table: TableStructure, key: readonly string[], structure: Structure): readonly string[]
  /** What follows the last bracket. */
  readonly end: string
  /** Statements that come first, as for schemas. */
  before?(tables: readonly TableStructure[]): readonly string[]
  /** A statement that makes an index; absent: CREATE TABLE has them. */
  index?(table: TableStructure, index: IndexStructure): string
  /** Statements by which a table gives nobody rows of another tenant; absent: no table does. */
  guard?(table: TableStructure): readonly string[]
  /** Whether a reference is added once all tables are there, which is then where it is declared. */
  readonly refersLast: boolean
}

/** DDL of a structure: its tables, then their indexes, then references, which may need them. One statement each. */
export const schemaWith = (dialect: TableDialect, structure: Structure): readonly string[] => {
  const { tables } = structure
  const { before, index, guard, refersLast, tableAt } = dialect
  return withStructure(structure, [
    ...(before?.(tables) ?? []),
    ...tables.map((table) => tableText(dialect, structure, table)),
    ...(index ? tables.flatMap((table) => table.indexes.map((each) => index(table, each))) : []),
    ...tables.flatMap((table) =>
      refersLast
        ? table.foreignKeys.map(
            (each) => `ALTER TABLE ${tableAt(table)} ADD ${foreignKeyText(structure, each, tableAt)}`,
          )
        : [],
    ),
    ...tables.flatMap((table) => guard?.(table) ?? []),
  ])
}

/** CREATE TABLE. `words`: how it begins; `name`: another than the table's own. */
export const tableText = (
  dialect: TableDialect,
  structure: Structure,
  table: TableStructure,
  { words = 'CREATE TABLE', name = table.name }: { readonly words?: string; readonly name?: string } = {},
): string => {
  const columns = primaryKey(table)
  const key = columns.length === 0 ? [] : [`PRIMARY KEY ${nameList(columns)}`]
  const lines = [...table.columns.map(dialect.column), ...dialect.lines(table, key, structure)]
  return `${words} ${dialect.tableAt({ ...table, name })} (\n  ${lines.join(',\n  ')}\n)${dialect.end}`
}

/** A column by its name and type, then `words`, of which those that are empty are left out, then its default and its condition. */
export const columnText = (
  { name, sqlType, default: value, check }: Omit<ColumnStructure, 'id' | 'value' | 'isRequired'>,
  ...words: readonly string[]
): string =>
  [
    `${quoted(name)} ${sqlType}`,
    ...words,
    value === undefined ? '' : `DEFAULT ${value}`,
    check === undefined ? '' : `CHECK (${check})`,
  ]
    .filter((part) => part !== '')
    .join(' ')

/** CREATE INDEX, where the database has indexes over some rows. `how`: words before its name. */
export const indexText = (
  at: string,
  { name, columns, isUnique, where }: IndexStructure,
  how: '' | 'CONCURRENTLY ' = '',
): string =>
  `CREATE ${isUnique ? 'UNIQUE ' : ''}INDEX ${how}${quoted(name)} ON ${at} ${nameList(columns)}${where === undefined ? '' : ` WHERE ${where}`}`
