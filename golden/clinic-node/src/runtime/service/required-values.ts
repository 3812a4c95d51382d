import type { Json, JsonObject } from '../json.ts'
import { ProblemError, problem } from '../problem.ts'
import { Fault } from '../service-log.ts'
import { textOf } from '../values/read-text.ts'
import { columnOf, type EntityUnit } from './entity.ts'
import type { View } from './view.ts'

/**
 * Rows of somebody else's database may hold what the charter's types cannot say: it reads as no value. Where there must be one,
 * the read is a problem that names the row and the field; the log names table, column and key. Throws ProblemError (`internal`).
 */
export const requireValues = (unit: EntityUnit, view: View, row: JsonObject): void => {
  for (const name of view.needing) if (row[name] === null) throw unservable(unit, name, row)
}

/** The same of rows as JSON text. A member that is null is written in no other way, and texts have no bare quotes. */
export const requireValuesIn = (unit: EntityUnit, view: View, text: string): void => {
  // The text is an object that the database made.
  if (view.needing.some((name) => text.includes(`${JSON.stringify(name)}:null`)))
    requireValues(unit, view, JSON.parse(text) as JsonObject)
}

const unservable = (unit: EntityUnit, name: string, row: JsonObject): ProblemError => {
  const { model, sql } = unit
  const key = model.key.map((each) => `${each} ${textIn(row[each])}`).join(', ')
  const column = columnOf(unit, name).name ?? name
  if (model.key.includes(name)) return unnamed(unit, name, column)
  return new ProblemError(
    problem('internal', {
      detail: `The ${model.name} with ${key} has no value of ${name} that can be served, and must have one.`,
      cause: new Fault(`${sql.from.replace(/ AS t$/, '')} has no value that can be served in ${column}, where ${key}.`),
    }),
  )
}

/** A row whose key has no value is told by nothing else: what it holds may be hidden from who reads it. */
const unnamed = ({ model, sql }: EntityUnit, name: string, column: string): ProblemError =>
  new ProblemError(
    problem('internal', {
      detail: `A ${model.name} has no value of ${name} that can be served, which is of its key, so that it cannot be named.`,
      cause: new Fault(
        `${sql.from.replace(/ AS t$/, '')} has a row without a value that can be served in ${column}, which is of its key. Give it one, or take the row out.`,
      ),
    }),
  )

const textIn = (value: Json | undefined): string =>
  value === undefined || value === null ? '(not read)' : textOf(value)
