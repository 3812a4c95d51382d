import type { Json, Type } from '@charter/runtime'
import { readingAt, readValue } from '@charter/runtime'
import type { CatalogueDialect, Column, PlannedDefault } from './catalogue.ts'
import type { TableLosses } from './table-losses.ts'
import { type Token, tokensOf } from './tokens.ts'

export interface DefaultContext {
  readonly dialect: CatalogueDialect
  /** Of the column. */
  readonly type: Type
  /** How losses name the column. */
  readonly about: string
  readonly losses: TableLosses
}

/** A column's default: a literal of its type, or what the database fills in; anything else is a loss. */
export const defaultOf = (column: Column, { dialect, type, about, losses }: DefaultContext): PlannedDefault => {
  if (column.default === null || column.isGenerated) return {}
  const tokens = unwrapped(tokensOf(column.default))
  const word = tokens.length === 1 && tokens[0]?.kind === 'name' ? tokens[0].text.toUpperCase() : ''
  if (word === 'NULL') return {}
  const value = literalOf(tokens, type, word)
  const canonical = value === undefined ? undefined : readValue(type, value, '', readingAt('2000-01-01T00:00:00Z'))
  if (canonical !== undefined) return { default: JSON.stringify(canonical) }
  const computed = dialect.computedDefault(column)
  if (computed) return computed
  losses.push({
    reason: 'default-not-read',
    about,
    sentence: `The default of ${about} (${column.default.slice(0, 80)}) is not in the charter: a caller who gives no value gives none.`,
  })
  return {}
}

const unwrapped = (tokens: readonly Token[]): readonly Token[] =>
  tokens[0]?.kind === 'sign' && tokens[0].text === '(' && tokens.at(-1)?.text === ')'
    ? unwrapped(tokens.slice(1, -1))
    : tokens

const literalOf = (tokens: readonly Token[], type: Type, word: string): Json | undefined => {
  const text = tokens.map((token) => token.text).join('')
  const [first] = tokens
  const isText = tokens.length === 1 && (first?.kind === 'text' || (first?.kind === 'name' && first.isQuoted))
  switch (type.kind) {
    case 'boolean':
      return word === 'TRUE' || text === '1' ? true : word === 'FALSE' || text === '0' ? false : undefined
    case 'int32':
    case 'float64':
      return /^[+-]?(?:\d|\.\d)/.test(text) ? Number(text) : undefined
    case 'int64':
      return /^-?\d+$/.test(text) ? (type.isNumber ? Number(text) : BigInt(text).toString()) : undefined
    case 'decimal':
      return /^-?\d+(?:\.\d+)?$/.test(text) ? text : undefined
    case 'dateTime':
      return isText ? text.replace(' ', 'T') : undefined
    case 'text':
    case 'enum':
      return isText || first?.kind === 'number' ? text : undefined
    case 'date':
    case 'time':
      return isText ? text : undefined
    default:
      return undefined
  }
}
