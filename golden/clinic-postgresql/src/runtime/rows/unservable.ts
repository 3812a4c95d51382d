import { Fault } from '../call/service-log.ts'
import type { InputError } from '../problem/input-errors.ts'
import { type Problem, ProblemError, pointer, problem } from '../problem/problem.ts'
import type { EntityUnit } from '../store/entity.ts'
import type { Json, JsonObject } from '../values/json.ts'
import { textOf } from '../values/read-text.ts'

/** A field that must have a value, and has none that can be served. */
export const unservable = (unit: EntityUnit, name: string, row: JsonObject): ProblemError =>
  ofRow(unit, name, row, {
    said: (key) => `The ${unit.model.name} with ${key} has no value of ${name} that can be served, and must have one.`,
    logged: (column) => `has no value that can be served in ${column}`,
    error: { path: pointer(name), code: 'required', message: 'This must have a value.' },
  })

/** A field whose value is there, and which its type cannot say. It is never read as none. */
export const unsaid = (unit: EntityUnit, name: string, row: JsonObject): ProblemError => {
  const kind = unit.fields.get(name)?.type.kind ?? 'text'
  return ofRow(unit, name, row, {
    said: (key) =>
      `${name} of the ${unit.model.name} with ${key} is no ${kind}, so it cannot be served. Ask for the other fields, or mend the row.`,
    logged: (column) => `holds what is no ${kind} in ${column}`,
    error: mute(name, kind),
  })
}

/** The same of one row among those that are measured together. */
export const unsaidAmong = ({ model, stored, fields }: EntityUnit, name: string): ProblemError => {
  const kind = fields.get(name)?.type.kind ?? 'text'
  const detail = `${name} of some ${model.name} among these is no ${kind}. A range over ${name} leaves it out; or mend the row.`
  const cause = new Fault(`${stored.place} holds what is no ${kind} in ${stored.columns[name] ?? name}.`)
  return new ProblemError(problem('internal', { detail, cause, errors: [mute(name, kind)] }))
}

const mute = (name: string, kind: string): InputError => ({
  path: pointer(name),
  code: 'wrong-type',
  message: `This is no ${kind}.`,
})

interface Words {
  said(key: string): string
  logged(column: string): string
  /** The field, for programs. */
  readonly error: InputError
}

/** A problem of one row, which may be named by more than was read of it. */
class Unservable extends ProblemError {
  readonly of: (row: JsonObject) => ProblemError

  constructor(found: Problem, of: (row: JsonObject) => ProblemError) {
    super(found)
    this.of = of
  }
}

/** The same, where it is a problem of the row with this key, which the caller gave. */
export const ofKey = (error: unknown, key: JsonObject): unknown => (error instanceof Unservable ? error.of(key) : error)

const ofRow = (unit: EntityUnit, name: string, row: JsonObject, words: Words): ProblemError => {
  const { model, stored } = unit
  const { said, logged, error } = words
  const key = model.key.map((each) => `${each} ${textIn(row[each])}`).join(', ')
  const column = stored.columns[name] ?? name
  if (model.key.includes(name)) return unnamed(unit, name, column)
  const cause = new Fault(`${stored.place} ${logged(column)}, where ${key}.`)
  const found = problem('internal', { detail: said(key), cause, errors: [error] })
  return new Unservable(found, (known) => ofRow(unit, name, { ...row, ...known }, words))
}

/** A row whose key has no value is told by nothing else: what it holds may be hidden from who reads it. */
const unnamed = ({ model, stored }: EntityUnit, name: string, column: string): ProblemError =>
  new ProblemError(
    problem('internal', {
      detail: `A row of ${model.name} has no value of ${name} that can be served, which is of its key, so that it cannot be named.`,
      cause: new Fault(
        `${stored.place} has a row without a value that can be served in ${column}, which is of its key. Give it one, or take the row out.`,
      ),
    }),
  )

const textIn = (value: Json | undefined): string =>
  value === undefined || value === null ? '(not read)' : textOf(value)
