import { resolved } from '@charter/charter'
import { type ColumnAt, type Compared, type Dialect, prefixedPlace, quoted, raw, tableName, write } from '@charter/sql'
import type { Fragment } from '@charter/sql/store'
import { comparable, selected, selectedSafely } from './select.ts'
import { storageOf } from './storage.ts'

/** Rules and relations as SQLite says them. */
export const dialect: Dialect = {
  statePlace: prefixedPlace,
  table: (entity) => quoted(tableName(entity)),
  yes: '1',
  no: '0',
  storage: storageOf,
  placeholder: () => '?',
  selected: ({ charter, field, isOwned, column }) => {
    const storage = storageOf(charter, field, isOwned)
    return isOwned ? selected(storage, column) : selectedSafely(storage, resolved(charter, field.type).kind, column)
  },
  compared: (at) => compared(at),
  matches: (columns) => matches(columns.map(compared)),
  isMember: (column) => `${column} IN (SELECT value FROM json_each(?))`,
  same: 'IS',
  rules: {
    operand: (at) => compared(at),
    array: ({ column }) => column,
    compare: (op, left, right, of) => write`${binary(left, of)} ${raw(op)} ${right}`,
    binary: (of, compared) => binary(of, compared),
    like: (value, pattern, isHeld) => write`${raw(isHeld ? '' : 'NOT ')}charter_like(${pattern}, ${value})`,
    startsWith: (value, prefix, isHeld) => write`instr(${value}, ${prefix}) ${raw(isHeld ? '=' : '<>')} 1`,
    holds: (kind, held, asked) => {
      if (kind === 'contains') return write`${asked} IN (SELECT value FROM json_each(${held}))`
      return kind === 'containsAny'
        ? write`EXISTS (SELECT 1 FROM json_each(${asked}) AS a WHERE a.value IN (SELECT value FROM json_each(${held})))`
        : write`NOT EXISTS (SELECT 1 FROM json_each(${asked}) AS a WHERE a.value NOT IN (SELECT value FROM json_each(${held})))`
    },
    member: (of, storage, isColumn) => (storage.kind === 'bigint' && isColumn ? raw(selected(storage, of.sql)) : of),
  },
}

const compared = ({ charter, field, isOwned, column }: ColumnAt): string =>
  isOwned ? column : comparable(storageOf(charter, field, isOwned), resolved(charter, field.type).kind, column)

/** A row value on the left, the array's members on the right: an index over the columns serves both forms. */
const matches = (columns: readonly string[]): string =>
  columns.length === 1
    ? `${columns[0]} IN (SELECT value FROM json_each(?))`
    : `(${columns.join(', ')}) IN (SELECT ${columns.map((_, at) => `value ->> ${at}`).join(', ')} FROM json_each(?))`

/** Text compares by code point whatever collation an attached column has. */
const binary = (of: Fragment, { storage, isOwned }: Compared): Fragment =>
  storage.kind === 'text' && !isOwned ? write`${of} COLLATE BINARY` : of
