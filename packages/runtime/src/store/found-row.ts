import type { Json, JsonObject } from '../values/json.ts'
import type { Found } from './store.ts'

/** The values of a row that was found, by the fields that were asked for; null also where a type cannot say one. */
export const rowOf = (fields: readonly string[], found: Found): JsonObject => {
  const row: Record<string, Json> = {}
  for (let at = 0; at < fields.length; at++) row[fields[at] as string] = found.value(at) ?? null
  return row
}
