import type { EntityUnit } from '../store/entity.ts'
import { unsaidText } from '../store/store.ts'
import { parseExact } from '../values/exact-json.ts'
import type { JsonObject } from '../values/json.ts'
import { unsaid, unservable } from './unservable.ts'
import type { View } from './view.ts'

/**
 * Rows of somebody else's database may lack what the charter says that they have: the read is a problem that names the row and the
 * field; the log names table, column and key. Throws ProblemError (`internal`).
 */
export const requireValues = (unit: EntityUnit, view: View, row: JsonObject): void => {
  for (const name of view.needing) if (row[name] === null) throw unservable(unit, name, row)
}

/**
 * The same of a row, or a line for each of several, as JSON text that the database made, in which it also says what cannot be said. A
 * member that is null is written in no other way, and texts have no bare quotes.
 */
export const requireValuesIn = (unit: EntityUnit, view: View, text: string): void => {
  if (unit.model.isOwned) return
  if (text.includes(unsaidText)) throw unsaidIn(unit, text.split('\n').find((line) => line.includes(unsaidText)) ?? '')
  if (!view.needing.some((name) => text.includes(`${JSON.stringify(name)}:null`))) return
  for (const line of text.split('\n')) requireValues(unit, view, parseExact(line) as JsonObject)
}

const unsaidIn = (unit: EntityUnit, line: string) => {
  const name = JSON.parse(unsaidMember.exec(line)?.[1] ?? '""') as string
  return unsaid(unit, name, JSON.parse(line.replaceAll(unsaidText, 'null')) as JsonObject)
}

const unsaidMember = new RegExp(`("(?:[^"\\\\]|\\\\.)*"):${unsaidText}`)
