import { literal } from '@charter/sql'
import type { Profile } from './profile.ts'

/** In what we write a backslash stands in literals alone, for itself (dev.mysql.com/doc/refman/8.4/en/string-literals.html). */
export const escaped: Profile['escaped'] = (sql) => sql.replaceAll('\\', '\\\\')

/** `_utf8mb4\'it\\\'s\'`: a text is escaped in the expression, and the expression is escaped in the catalogue. */
export const expressionOf: Profile['expressionOf'] = (told) =>
  unescaped(told).replace(/(?:\b_\w+)?'((?:[^'\\]|\\[\s\S]|'')*)'/g, (_, inner: string) =>
    literal(unescaped(inner).replaceAll("''", "'")),
  )

const escapes: Readonly<Record<string, string>> = { '0': '\0', b: '\b', n: '\n', r: '\r', t: '\t', Z: '\x1a' }

const unescaped = (text: string): string => text.replace(/\\([\s\S])/g, (_, sign: string) => escapes[sign] ?? sign)

/** A literal stands there without quotes, an expression is marked (dev.mysql.com/doc/refman/8.4/en/information-schema-columns-table.html). */
export const defaultIn: Profile['defaultIn'] = ({ value, extra, type }) => {
  if (/\bDEFAULT_GENERATED\b/.test(extra)) return expressionOf(value)
  return /^(?:tinyint|smallint|mediumint|int|bigint|decimal|float|double|bit|year)\b/.test(type)
    ? value
    : literal(value)
}
