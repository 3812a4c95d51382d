import { type InputError, type Problem, pointer, problem } from '@charter/runtime'
import type { Said } from './said.ts'

/** What an ErrorResponse tells of a value (postgresql.org/docs/current/protocol-error-fields.html); `dataType` is that of a domain. */
export interface RefusedValue extends Error {
  readonly code: string
  readonly column?: string
  readonly constraint?: string
  readonly dataType?: string
  readonly where?: string
}

/**
 * `invalid-input` for a value that the database refuses: with the column where it can be told, with the rule where PostgreSQL names
 * one, and in any case with a sentence. Its own words are for the log (errors.ts).
 */
export const refusedValue = (cause: RefusedValue, said?: Said): Problem => {
  const column = cause.column ?? (said && columnOf(cause, said))
  const errors = errorsOf(cause, column)
  return problem('invalid-input', { cause, ...(errors.length > 0 ? { errors } : { detail: unnamed }) })
}

const unnamed = 'The database refuses one of the values, by a rule or a type of its own that it does not name.'

const errorsOf = ({ constraint, dataType }: RefusedValue, column: string | undefined): readonly InputError[] => {
  const path = column === undefined ? '' : pointer(column)
  if (constraint !== undefined) {
    const of = dataType === undefined ? 'of the database' : `of the database's type ${dataType}`
    return [{ path, code: 'check', message: `The rule ${constraint} ${of} does not hold.` }]
  }
  return column === undefined ? [] : [{ path, code: 'format', message: 'The database takes no such value here.' }]
}

/** The column that a bound value is for: PostgreSQL numbers the one that it could not read, or quotes it. */
const columnOf = (cause: RefusedValue, { sql, params }: Said): string | undefined => {
  const numbered = /^[^"'\n]*\$(\d+)/.exec(cause.where ?? '')?.[1]
  const [, quoted] = /"(.+)"/s.exec(cause.message) ?? []
  const found = params.flatMap((param, at) => (quoted !== undefined && param === quoted ? [at] : []))
  const at = numbered === undefined ? (found.length === 1 ? found[0] : undefined) : Number(numbered) - 1
  return at === undefined ? undefined : columnsIn(sql)[at]
}

const name = '"((?:[^"]|"")+)"'

/** Columns of the statements that the connector renders, in the order of their placeholders; nothing for any other text. */
const columnsIn = (sql: string): readonly (string | undefined)[] => {
  const [, names, values] = /^(?:INSERT INTO [^(]*? |WITH given )\(([^()]*)\) (?:AS \()?VALUES \((.*)$/s.exec(sql) ?? []
  if (names !== undefined && values !== undefined) {
    const columns = [...names.matchAll(new RegExp(name, 'g'))].map(([, column = '']) => column.replaceAll('""', '"'))
    return topLevel(values).flatMap((value, at) => holders(value).map(() => columns[at]))
  }
  const [, sets] = /^UPDATE .*? SET (.*)$/s.exec(sql) ?? []
  return topLevel(sets ?? '').flatMap((set) => {
    const column = new RegExp(`^\\s*${name} = `).exec(set)?.[1]?.replaceAll('""', '"')
    return holders(set.split(/ WHERE /)[0] ?? '').map(() => column)
  })
}

const holders = (text: string): readonly string[] => text.match(/\?/g) ?? []

/** Parts between commas that stand in no brackets and no quotation marks, up to the bracket that ends the list. */
const topLevel = (text: string): readonly string[] => {
  const parts = ['']
  let depth = 0
  for (const piece of text.match(/'(?:[^']|'')*'|"(?:[^"]|"")*"|[\s\S]/g) ?? []) {
    if (piece === '(') depth++
    if (piece === ')' && --depth < 0) break
    if (piece === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += piece
  }
  return parts
}
