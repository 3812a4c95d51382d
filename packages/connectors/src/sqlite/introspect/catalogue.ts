import {
  type Catalogue,
  type CatalogueForeignKey,
  type Column,
  type Table,
  type TableIndex,
  cellText as text,
} from '@charter/sql'
import type { SqlRow, SqlValue } from '@charter/sql/store'
import type { Connection } from '../driver/connection.ts'
import { type Declarations, readDeclarations } from './declarations.ts'

/** A table as the file says it. */
export interface SqliteTable extends Table {
  readonly kind: 'table' | 'view' | 'virtual' | 'shadow'
  readonly isWithoutRowid: boolean
}

export interface SqliteCatalogue extends Catalogue {
  readonly tables: readonly SqliteTable[]
}

/** Reads the whole catalogue in one statement per kind of thing, however many tables there are. */
export const readCatalogue = (connection: Connection): SqliteCatalogue => {
  const declared = group(connection.all(columnsSql, []))
  const foreignKeys = group(connection.all(foreignKeysSql, []))
  const indexes = group(connection.all(indexesSql, []))
  const tables = connection.all(tablesSql, []).map(([name, kind, withoutRowid, sql]): SqliteTable => {
    const table = text(name)
    const isView = kind === 'view'
    const found = isView ? viewColumns(connection, table) : (declared.get(table) ?? [])
    const declarations = readDeclarations(isView ? '' : text(sql))
    const isWithoutRowid = withoutRowid === 1
    const columns = found.flatMap((row) => columnOf(row, declarations) ?? [])
    return {
      name: table,
      kind: kindOf(kind),
      isView,
      isWithoutRowid,
      checks: declarations.checks,
      columns: isWithoutRowid
        ? columns
        : columns.map((column) => ({ ...column, isNumbered: isRowid(column, columns) })),
      foreignKeys: foreignKeysOf(foreignKeys.get(table) ?? []),
      indexes: indexesOf(indexes.get(table) ?? []),
    }
  })
  const triggers = connection.all(`SELECT name, tbl_name FROM sqlite_schema WHERE type = 'trigger' ORDER BY name`, [])
  return { tables, triggers: triggers.map(([name, table]) => ({ name: text(name), table: text(table) })) }
}

const tablesSql = `SELECT l.name, l.type, l.wr, s.sql FROM pragma_table_list AS l
  LEFT JOIN sqlite_schema AS s ON s.name = l.name AND s.type IN ('table', 'view')
  WHERE l.schema = 'main' AND l.name <> 'sqlite_schema' ORDER BY s.rowid`

/** Virtual tables are left out: asking for their columns loads a module that may not be there. */
const plainTables = `sqlite_schema AS s`
const isPlain = `s.type = 'table' AND s.sql NOT LIKE 'create virtual%'`

const columnsSql = `SELECT s.name, x.name, x.type, x."notnull", x.dflt_value, x.pk, x.hidden
  FROM ${plainTables} JOIN pragma_table_xinfo(s.name) AS x WHERE ${isPlain} ORDER BY s.name, x.cid`

const foreignKeysSql = `SELECT s.name, f.id, f."table", f."from", f."to"
  FROM ${plainTables} JOIN pragma_foreign_key_list(s.name) AS f WHERE ${isPlain} ORDER BY s.name, f.id, f.seq`

const indexesSql = `SELECT s.name, l.name, l."unique", l.partial, i.name
  FROM ${plainTables} JOIN pragma_index_list(s.name) AS l JOIN pragma_index_info(l.name) AS i
  WHERE ${isPlain} ORDER BY s.name, l.seq, i.seqno`

/** One by one, because a view whose query no longer runs fails the statement that asks for its columns. */
const viewColumns = (connection: Connection, view: string): readonly SqlRow[] => {
  try {
    return connection.all(
      'SELECT ?, x.name, x.type, x."notnull", x.dflt_value, x.pk, x.hidden FROM pragma_table_xinfo(?) AS x ORDER BY x.cid',
      [view, view],
    )
  } catch {
    return []
  }
}

const kindOf = (kind: SqlValue | undefined): SqliteTable['kind'] =>
  kind === 'view' || kind === 'virtual' || kind === 'shadow' ? kind : 'table'

/** `hidden`: 1 is a virtual table's own, 2 and 3 are generated (sqlite.org/pragma.html#pragma_table_xinfo). */
const columnOf = (
  [, name, type, notNull, value, keyPlace, hidden]: SqlRow,
  { collations }: Declarations,
): Column | null => {
  const collation = collations.get(text(name).toLowerCase())
  return hidden === 1
    ? null
    : {
        name: text(name),
        declaredType: text(type),
        isNotNull: notNull === 1,
        default: value === null ? null : text(value),
        keyPlace: Number(keyPlace),
        isGenerated: hidden === 2 || hidden === 3,
        isNumbered: false,
        ...(collation !== undefined && { collation }),
      }
}

/** INTEGER PRIMARY KEY is the row's number, given by SQLite where none is (sqlite.org/lang_createtable.html#rowid). */
const isRowid = ({ keyPlace, declaredType }: Column, columns: readonly Column[]): boolean =>
  keyPlace === 1 && declaredType.toUpperCase() === 'INTEGER' && columns.filter((each) => each.keyPlace > 0).length === 1

const foreignKeysOf = (rows: readonly SqlRow[]): readonly CatalogueForeignKey[] =>
  [...group(rows.map(([, ...rest]) => rest)).values()].map((parts) => {
    const to = parts.map((part) => part[3])
    return {
      table: text(parts[0]?.[1]),
      from: parts.map((part) => text(part[2])),
      to: to.includes(null) ? null : to.map(text),
    }
  })

const indexesOf = (rows: readonly SqlRow[]): readonly TableIndex[] =>
  [...group(rows.map(([, ...rest]) => rest)).values()].map((parts) => ({
    name: text(parts[0]?.[0]),
    isUnique: parts[0]?.[1] === 1,
    isPartial: parts[0]?.[2] === 1,
    columns: parts.map((part) => (typeof part[3] === 'string' ? part[3] : null)),
  }))

/** Rows by their first column, in order. */
const group = (rows: readonly SqlRow[]): ReadonlyMap<string, readonly SqlRow[]> =>
  Map.groupBy(rows, ([name]) => text(name))
