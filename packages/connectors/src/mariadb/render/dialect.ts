import { resolved } from '@charter/charter'
import { type ColumnAt, type Compared, type Dialect, quoted, raw, tableName, write } from '@charter/sql'
import type { Fragment, Storage } from '@charter/sql/store'
import { collation } from '../driver/settings.ts'
import { collated, memberType, placeholder, storageOf, tokenText } from './types.ts'

/** Rules and relations as MariaDB says them. */
export const dialect: Dialect = {
  table: (entity) => quoted(tableName(entity)),
  yes: '1',
  no: '0',
  storage: (charter, field) => storageOf(charter, field),
  placeholder,
  selected: (at) => selected(at),
  compared: ({ column }) => column,
  matches: (columns) => matches(columns),
  isMember: (column) => `${column} IN (${members('?', collated(tokenText))})`,
  same: '<=>',
  rules: {
    operand: (at) => (at.isOwned ? at.column : operandOf(at)),
    array: ({ column }) => column,
    compare: (op, left, right, of) => write`${binary(left, of)} ${raw(op)} ${right}`,
    binary: (of, compared) => binary(of, compared),
    like: (value, pattern, isHeld) => write`${inOrder(value)} ${raw(isHeld ? '' : 'NOT ')}LIKE ${pattern} ESCAPE '\\'`,
    startsWith: (value, prefix, isHeld) => write`LOCATE(${prefix}, ${inOrder(value)}) ${raw(isHeld ? '=' : '<>')} 1`,
    holds: (kind, held, asked) => {
      const in_ = (of: Fragment, alias: string): Fragment =>
        write`SELECT ${raw(alias)}.v FROM JSON_TABLE(${of}, '$[*]' COLUMNS (v ${raw(collated('longtext'))} PATH '$')) AS ${raw(alias)}`
      if (kind === 'contains') return write`${asked} IN (${in_(held, 'h')})`
      return kind === 'containsAny'
        ? write`EXISTS (${in_(asked, 'a')} WHERE a.v IN (${in_(held, 'h')}))`
        : write`NOT EXISTS (${in_(asked, 'a')} WHERE a.v NOT IN (${in_(held, 'h')}))`
    },
    member: (of, storage) =>
      ['text', 'integer', 'safeInteger', 'bigint', 'real', 'boolean'].includes(storage.kind)
        ? storage.kind === 'text'
          ? of
          : asText(of, storage)
        : null,
  },
}

const asText = (of: Fragment, { kind }: Storage): Fragment =>
  kind === 'boolean' ? write`CASE ${of} WHEN 1 THEN 'true' WHEN 0 THEN 'false' END` : write`CAST(${of} AS CHAR)`

/** The members of a JSON array. */
export const members = (array: string, type: string): string =>
  `SELECT m.v FROM JSON_TABLE(${array}, '$[*]' COLUMNS (v ${type} PATH '$')) AS m`

const matches = (columns: readonly ColumnAt[]): string => {
  const types = columns.map(({ charter, field }) => memberType(charter, field))
  const names = columns.map(({ column }) => column)
  if (types.length === 1) return `${names[0]} IN (${members('?', types[0] ?? '')})`
  const read = types.map((type, at) => `v${at} ${type} PATH '$[${at}]'`)
  return `(${names.join(', ')}) IN (SELECT ${types.map((_, at) => `m.v${at}`).join(', ')} FROM JSON_TABLE(?, '$[*]' COLUMNS (${read.join(', ')})) AS m)`
}

/** What a column gives to a caller. In a table of others a value may be one that its type cannot say, which `decode` tells from none. */
export const selected = ({ charter, field, isOwned, column }: ColumnAt): string => {
  if (isOwned) return column
  if (isShape(field)) return `ST_AsText(${column})`
  switch (resolved(charter, field.type).kind) {
    case 'boolean':
      return `(${column} <> 0)`
    case 'int32':
    case 'int64':
    case 'decimal':
      // It is bytes unless it is counted with.
      return field.columnType?.startsWith('bit') ? `(${column} + 0)` : column
    default:
      return column
  }
}

const isShape = ({ columnType = '' }: ColumnAt['field']): boolean =>
  /^(?:geometry|geometrycollection|(?:multi)?(?:point|linestring|polygon))\b/.test(columnType)

/** Whether the column's own order is another than that of its values as text: of members by their number. */
export const isNumberedText = ({ columnType = '' }: ColumnAt['field']): boolean => /^(?:enum|set)\b/.test(columnType)

/** `0000-00-00`, and a month or a day of zero. */
export const unsayable = (column: string): string => `(MONTH(${column}) = 0 OR DAYOFMONTH(${column}) = 0)`

const operandOf = (at: ColumnAt): string =>
  storageOf(at.charter, at.field).kind === 'text' ? inOrderOf(at.column) : at.column

/** Text by code point, whatever a column's own collation and character set. */
export const inOrderOf = (text: string): string => `CONVERT(${text} USING utf8mb4) COLLATE ${collation}`

const inOrder = (of: Fragment): Fragment => ({ ...of, sql: inOrderOf(of.sql) })

const binary = (of: Fragment, { storage, isOwned }: Compared): Fragment =>
  storage.kind === 'text' && !isOwned ? inOrder(of) : of
