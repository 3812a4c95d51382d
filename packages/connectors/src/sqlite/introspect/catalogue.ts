import type { SqlRow, SqlValue } from '@charter/runtime'
import type { Connection } from '../driver/connection.ts'

/** What a SQLite file says of its tables and views; never a row of theirs. */
export interface Catalogue {
  readonly tables: readonly Table[]
  readonly triggers: readonly { readonly name: string; readonly table: string }[]
}

export interface Table {
  readonly name: string
  readonly kind: 'table' | 'view' | 'virtual' | 'shadow'
  /** The statement that made it, as stored. */
  readonly sql: string
  readonly isWithoutRowid: boolean
  /** Empty for a view whose query no longer runs. */
  readonly columns: readonly Column[]
  readonly foreignKeys: readonly ForeignKey[]
  readonly indexes: readonly TableIndex[]
}

export interface Column {
  readonly name: string
  readonly declaredType: string
  readonly isNotNull: boolean
  /** The default's SQL expression. */
  readonly default: string | null
  /** Place in the primary key from 1, or 0. */
  readonly keyPlace: number
  readonly isGenerated: boolean
}

export interface ForeignKey {
  readonly table: string
  readonly from: readonly string[]
  /** Null: the target's primary key, whatever it is. */
  readonly to: readonly string[] | null
}

export interface TableIndex {
  readonly name: string
  readonly isUnique: boolean
  readonly isPartial: boolean
  /** Null where the index has an expression instead of a column. */
  readonly columns: readonly (string | null)[]
}

/** Reads the whole catalogue in one statement per kind of thing, however many tables there are. */
export const readCatalogue = (connection: Connection): Catalogue => {
  const columns = group(connection.all(columnsSql, []))
  const foreignKeys = group(connection.all(foreignKeysSql, []))
  const indexes = group(connection.all(indexesSql, []))
  const tables = connection.all(tablesSql, []).map(([name, kind, withoutRowid, sql]): Table => {
    const table = text(name)
    const isView = kind === 'view'
    const found = isView ? viewColumns(connection, table) : (columns.get(table) ?? [])
    return {
      name: table,
      kind: kindOf(kind),
      sql: text(sql),
      isWithoutRowid: withoutRowid === 1,
      columns: found.map(columnOf).filter((column) => column !== null),
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

const kindOf = (kind: SqlValue | undefined): Table['kind'] =>
  kind === 'view' || kind === 'virtual' || kind === 'shadow' ? kind : 'table'

/** `hidden`: 1 is a virtual table's own, 2 and 3 are generated (sqlite.org/pragma.html#pragma_table_xinfo). */
const columnOf = ([, name, type, notNull, value, keyPlace, hidden]: SqlRow): Column | null =>
  hidden === 1
    ? null
    : {
        name: text(name),
        declaredType: text(type),
        isNotNull: notNull === 1,
        default: value === null ? null : text(value),
        keyPlace: Number(keyPlace),
        isGenerated: hidden === 2 || hidden === 3,
      }

const foreignKeysOf = (rows: readonly SqlRow[]): readonly ForeignKey[] =>
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
const group = (rows: readonly SqlRow[]): ReadonlyMap<string, SqlRow[]> => {
  const groups = new Map<string, SqlRow[]>()
  for (const row of rows) {
    const key = text(row[0])
    const found = groups.get(key)
    if (found) found.push(row)
    else groups.set(key, [row])
  }
  return groups
}

const text = (value: SqlValue | undefined): string => (value === undefined || value === null ? '' : String(value))
