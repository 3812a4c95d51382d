import { resolved } from '@charter/charter'
import { type ColumnAt, type Compared, type Dialect, prefixedPlace, quoted, raw, tableName, write } from '@charter/sql'
import type { Fragment, Storage } from '@charter/sql/store'
import type { Profile } from '../profile/profile.ts'
import { collated, memberType, placeholder, storageOf, tokenText } from './types.ts'

/** Rules and relations as the server says them. */
export const dialectOf = (profile: Profile): Dialect => ({
  statePlace: prefixedPlace,
  table: (entity) => quoted(tableName(entity)),
  yes: '1',
  no: '0',
  storage: (charter, field) => storageOf(charter, field),
  placeholder: (storage) => placeholder(profile, storage),
  selected: (at) => selected(profile, at),
  compared: ({ column }) => column,
  matches: (columns) => matches(profile, columns),
  isMember: (column) => `${column} IN (${members('?', collated(profile, tokenText))})`,
  same: '<=>',
  rules: {
    operand: (at) => (at.isOwned ? at.column : operandOf(profile, at)),
    array: ({ column }) => column,
    compare: (op, left, right, of) => write`${binary(profile, left, of)} ${raw(op)} ${right}`,
    binary: (of, compared) => binary(profile, of, compared),
    like: (value, pattern, isHeld) =>
      write`${inOrder(profile, value)} ${raw(isHeld ? '' : 'NOT ')}LIKE ${pattern}${raw(profile.likeEscape)}`,
    startsWith: (value, prefix, isHeld) =>
      write`LOCATE(${prefix}, ${inOrder(profile, value)}) ${raw(isHeld ? '=' : '<>')} 1`,
    holds: profile.holds,
    member: (of, storage) => profile.member(storage.kind === 'text' ? of : asText(of, storage), storage),
  },
})

const asText = (of: Fragment, { kind }: Storage): Fragment =>
  kind === 'boolean' ? write`CASE ${of} WHEN 1 THEN 'true' WHEN 0 THEN 'false' END` : write`CAST(${of} AS CHAR)`

/** The members of a JSON array. */
export const members = (array: string, type: string): string =>
  `SELECT m.v FROM JSON_TABLE(${array}, '$[*]' COLUMNS (v ${type} PATH '$')) AS m`

const matches = (profile: Profile, columns: readonly ColumnAt[]): string => {
  const types = columns.map(({ charter, field }) => memberType(profile, charter, field))
  const names = columns.map(({ column }) => column)
  if (types.length === 1) return `${names[0]} IN (${members('?', types[0] ?? '')})`
  const read = types.map((type, at) => `v${at} ${type} PATH '$[${at}]'`)
  return `(${names.join(', ')}) IN (SELECT ${types.map((_, at) => `m.v${at}`).join(', ')} FROM JSON_TABLE(?, '$[*]' COLUMNS (${read.join(', ')})) AS m)`
}

/** What a column gives to a caller. In a table of others a value may be one that its type cannot say, which `decode` tells from none. */
export const selected = ({ isTrue }: Profile, { charter, field, isOwned, column }: ColumnAt): string => {
  if (isOwned) return column
  if (isShape(field)) return `ST_AsText(${column})`
  switch (resolved(charter, field.type).kind) {
    case 'boolean':
      return isTrue(column)
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
  /^(?:geometry|geom(?:etry)?collection|(?:multi)?(?:point|linestring|polygon))\b/.test(columnType)

/** Whether the column's own order is another than that of its values as text: of members by their number. */
export const isNumberedText = ({ columnType = '' }: ColumnAt['field']): boolean => /^(?:enum|set)\b/.test(columnType)

/** `0000-00-00`, and a month or a day of zero. */
export const unsayable = (column: string): string => `(MONTH(${column}) = 0 OR DAYOFMONTH(${column}) = 0)`

const operandOf = (profile: Profile, at: ColumnAt): string => {
  if (storageOf(at.charter, at.field).kind === 'text') return inOrderOf(profile, at.column)
  const isDay = ['date', 'dateTime', 'instant'].includes(resolved(at.charter, at.field.type).kind)
  // A date that none is has no value, to rules as to readers.
  return isDay ? `CASE WHEN NOT ${unsayable(at.column)} THEN ${at.column} END` : at.column
}

/** Text by code point, whatever a column's own collation and character set. */
export const inOrderOf = ({ product: { collation } }: Profile, text: string): string =>
  `CONVERT(${text} USING utf8mb4) COLLATE ${collation}`

const inOrder = (profile: Profile, of: Fragment): Fragment => ({ ...of, sql: inOrderOf(profile, of.sql) })

const binary = (profile: Profile, of: Fragment, { storage, isOwned }: Compared): Fragment =>
  storage.kind === 'text' && !isOwned ? inOrder(profile, of) : of
