import { type InputError, type Problem, pointer, problem } from '@charter/runtime'

/** What a database refuses, as the problems that callers are told: each database says by which of its codes it means them. */

const isTaken = 'Another record already has this value.'

/** A unique value that another row has, with the columns that it is in where they are known. */
export const taken = (cause: Error, columns: readonly string[]): Problem => {
  const errors = inputErrors(columns, 'not-unique', isTaken)
  return problem('conflict', { cause, detail: isTaken, ...(errors.length > 0 && { errors }) })
}

/** Columns that may not be empty. */
export const required = (cause: Error, columns: readonly string[]): Problem =>
  problem('invalid-input', { cause, errors: inputErrors(columns, 'required', 'Give a value.') })

/** A rule that the database names, of itself or of one of its types. */
export const ruleBroken = (cause: Error, rule: string, of = 'of the database', column?: string): Problem =>
  problem('invalid-input', {
    cause,
    errors: [
      {
        path: column === undefined ? '' : pointer(column),
        code: 'check',
        message: `The rule ${rule} ${of} does not hold.`,
      },
    ],
  })

/** A value that a column does not take. */
export const refusedIn = (
  cause: Error,
  column: string,
  code: InputError['code'] = 'wrong-type',
  message = 'The database takes no such value here.',
): Problem => problem('invalid-input', { cause, errors: inputErrors([column], code, message) })

/** A value that the database refuses without a word that names it. */
export const refusedSomewhere = (cause: Error, by = 'a rule'): Problem =>
  problem('invalid-input', {
    cause,
    detail: `The database refuses one of the values, by ${by} of its own that it does not name.`,
  })

const inputErrors = (columns: readonly string[], code: InputError['code'], message: string): readonly InputError[] =>
  columns.map((column) => ({ path: pointer(column), code, message }))
