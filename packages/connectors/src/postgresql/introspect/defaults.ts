import { type Json, readingAt, readValue, type Type } from '@charter/runtime'
import { scalar } from '@charter/sql'
import type { Node } from 'libpg-query'
import { functionIn, literalIn, uncast } from './parse.ts'

/** A column's parsed default as YAML text: a value, a word for what the service makes, else `database`. Undefined: none. */
export const defaultOf = (node: Node | null | undefined, type: Type): string | undefined => {
  if (!node) return 'database'
  const bare = uncast(node)
  if (bare && 'A_Const' in bare && bare.A_Const.isnull) return undefined
  const made = functionIn(node)
  if (made === 'nextval') return type.kind === 'int32' || type.kind === 'int64' ? 'sequence' : 'database'
  const isNow =
    (made !== null && clocks.has(made)) || ('SQLValueFunction' in node && isTimestamp(node.SQLValueFunction.op))
  if (isNow) return type.kind === 'instant' ? 'now' : 'database'
  const literal = literalIn(node)
  const value = literal ? readLiteral(literal.text, type) : undefined
  const canonical = value === undefined ? undefined : readValue(type, value, '', readingAt('2000-01-01T00:00:00Z'))
  return canonical === undefined ? 'database' : written(canonical)
}

const clocks = new Set(['now', 'transaction_timestamp', 'statement_timestamp', 'clock_timestamp'])
const isTimestamp = (op: string | undefined): boolean =>
  op === 'SVFOP_CURRENT_TIMESTAMP' || op === 'SVFOP_CURRENT_TIMESTAMP_N'

/** Texts that a charter reads as something to make are left to the database to fill in. */
const words = new Set(['database', 'generated', 'sequence', 'now', 'today', 'tenant', 'principal'])

const written = (value: Json): string => {
  if (typeof value === 'string') return words.has(value) ? 'database' : quoted(value)
  return JSON.stringify(value)
}

/** Always in quotes: digits and dates in a text are text. */
const quoted = (text: string): string => (scalar(text).startsWith('"') ? scalar(text) : `"${text}"`)

const readLiteral = (text: string, type: Type): Json | undefined => {
  switch (type.kind) {
    case 'boolean':
      return /^(?:t|true|y|yes|on|1)$/i.test(text) ? true : /^(?:f|false|n|no|off|0)$/i.test(text) ? false : undefined
    case 'int32':
    case 'float64':
      return /^[+-]?(?:\d|\.\d)[\d.eE+-]*$/.test(text) ? Number(text) : undefined
    case 'int64':
      return /^-?\d+$/.test(text) ? (type.isNumber ? Number(text) : BigInt(text).toString()) : undefined
    case 'decimal':
      return decimalOf(text, type.scale)
    case 'dateTime':
      return text.replace(' ', 'T')
    case 'uuid':
      return text.toLowerCase()
    case 'text':
    case 'enum':
    case 'date':
    case 'time':
      return text
    case 'json':
      return text === '{}' ? {} : text === '[]' ? [] : undefined
    case 'array':
      return text === '{}' ? [] : undefined
    default:
      return undefined
  }
}

const decimalOf = (text: string, scale: number): string | undefined => {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? []
  const places = fraction.replace(/0+$/, '')
  if (whole === '' || places.length > scale) return undefined
  return `${sign}${whole}${scale > 0 ? `.${places.padEnd(scale, '0')}` : ''}`
}
