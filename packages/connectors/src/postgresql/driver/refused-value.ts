import { type InputError, type Problem, pointer, problem } from '@charter/runtime'
import { statementIn } from '@charter/sql/store'
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
  return at === undefined ? undefined : statementIn(sql)?.columns[at]
}
