import type { Problem } from '@charter/runtime'
import { refusedIn, refusedSomewhere, ruleBroken, statementIn } from '@charter/sql/store'
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
  const { constraint, dataType } = cause
  const column = cause.column ?? (said && columnOf(cause, said))
  const of = dataType === undefined ? undefined : `of the database's type ${dataType}`
  if (constraint !== undefined) return ruleBroken(cause, constraint, of, column)
  return column === undefined ? refusedSomewhere(cause, 'a rule or a type') : refusedIn(cause, column, 'format')
}

/** The column that a bound value is for: PostgreSQL numbers the one that it could not read, or quotes it. */
const columnOf = (cause: RefusedValue, { sql, params }: Said): string | undefined => {
  const numbered = /^[^"'\n]*\$(\d+)/.exec(cause.where ?? '')?.[1]
  const [, quoted] = /"(.+)"/s.exec(cause.message) ?? []
  const found = params.flatMap((param, at) => (quoted !== undefined && param === quoted ? [at] : []))
  const at = numbered === undefined ? (found.length === 1 ? found[0] : undefined) : Number(numbered) - 1
  return at === undefined ? undefined : statementIn(sql)?.columns[at]
}
