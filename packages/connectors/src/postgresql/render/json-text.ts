import { isSealed } from '@charter/charter'
import type { ColumnAt } from '@charter/sql'
import { type ColumnForm, formOf, isOfDigits } from './column-type.ts'
import { selected, unsaidSql } from './expressions.ts'

/**
 * A column's value as JSON text, spelled as `JSON.stringify` spells what `decode` (storage.ts) makes of it; `null` where it
 * has none, and `unsaidText` where it cannot be said. Undefined for what PostgreSQL spells otherwise: floats, documents and what is
 * made of parts.
 */
export const jsonText = (at: ColumnAt): string | undefined => {
  const form = formOf(at.charter, at.field, at.isOwned)
  if (isSealed(at.field)) return undefined
  const said = spelled(form, selected(at), at)
  return said && `(${said})`
}

/** Texts are quoted as RFC 8259 has it by `to_json`, which escapes what JSON.stringify does. */
const spelled = ({ form, type }: ColumnForm, column: string, { field, isOwned }: ColumnAt): string | undefined => {
  const isText = form === 'usual' || form === 'padded' || form === 'enum'
  switch (type.kind) {
    case 'text':
    case 'enum':
      return isText ? orNull(`to_json((${column})::text)::text`) : undefined
    case 'duration':
      return form === 'usual' ? orNull(`to_json((${column})::text)::text`) : undefined
    case 'uuid':
      return orNull(`'"' || ${column} || '"'`)
    case 'int32':
      return isOwned
        ? orNull(`${column}::text`)
        : orUnsaid(column, `${column} BETWEEN -2147483648 AND 2147483647`, `${column}::text`)
    case 'int64':
      // An oid is not compared with what is no oid.
      return type.isNumber
        ? orUnsaid(column, `(${column})::bigint BETWEEN -9007199254740991 AND 9007199254740991`, `${column}::text`)
        : orNull(`'"' || ${column} || '"'`)
    case 'decimal':
      return isOwned || isOfDigits(field.columnType, type)
        ? orUnsaid(column, `${column} <> 'NaN'`, `'"' || ${column} || '"'`)
        : undefined
    case 'boolean':
      return `CASE ${column} WHEN true THEN 'true' WHEN false THEN 'false' ELSE 'null' END`
    case 'date':
      return orUnsaid(column, `${column} BETWEEN '0001-01-01' AND '9999-12-31'`, `'"' || ${column} || '"'`)
    case 'time':
      return orUnsaid(column, `${column} < '24:00:00'`, `'"' || ${column} || '"'`)
    case 'dateTime':
      return orUnsaid(
        column,
        `${column} >= '0001-01-01' AND ${column} < '10000-01-01'`,
        `'"' || replace(${column}::text, ' ', 'T') || '"'`,
      )
    // In a session's UTC a moment ends in `+00`.
    case 'instant':
      return orUnsaid(
        column,
        `${column} >= '0001-01-01+00' AND ${column} < '10000-01-01+00'`,
        `'"' || replace(left(${column}::text, -3), ' ', 'T') || 'Z"'`,
      )
    case 'bytes':
      return orNull(String.raw`'"' || translate(encode(${column}, 'base64'), E'\n', '') || '"'`)
    default:
      return undefined
  }
}

const orUnsaid = (column: string, isSayable: string, text: string): string =>
  `CASE WHEN ${isSayable} THEN ${text} WHEN ${column} IS NULL THEN 'null' ELSE ${unsaidSql} END`

const orNull = (text: string): string => `coalesce(${text}, 'null')`
