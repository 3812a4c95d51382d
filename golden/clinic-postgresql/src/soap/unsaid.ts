import { type EntityModel, Fault, type JsonObject, ProblemError, pointer, problem, textOf } from '../runtime/index.ts'
import type { Unsayable } from './write-xml.ts'

/** A field of a stored row that XML cannot carry: nobody's fault who asks, so it is `internal`, with the row's key and the field. */
export const unsaidOf = (entity: EntityModel, field: string, row: JsonObject, { message }: Unsayable): ProblemError => {
  const key = entity.key.map((name) => `${name} ${textIn(row[name])}`).join(', ')
  const whose = `The ${entity.name} with ${key} cannot be said in XML: ${message}`
  return new ProblemError(
    problem('internal', {
      detail: `${whose} Ask for the other fields, or mend the row.`,
      cause: new Fault(whose),
      errors: [{ path: pointer(field), code: 'format', message }],
    }),
  )
}

const textIn = (value: JsonObject[string] | undefined): string =>
  value === undefined || value === null ? '(not read)' : textOf(value)
