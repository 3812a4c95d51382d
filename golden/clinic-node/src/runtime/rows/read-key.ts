import { errorPointer, ProblemError, problem } from '../problem/problem.ts'
import type { EntityUnit } from '../store/entity.ts'
import { type Json, type JsonObject, ownMember } from '../values/json.ts'
import { readValue } from '../values/read.ts'
import { readingAt } from '../values/read-context.ts'

/** The key fields in canonical form; `invalid-input` for a missing, foreign or malformed one. */
export const readKey = (unit: EntityUnit, key: JsonObject): JsonObject => {
  const reading = readingAt('0001-01-01T00:00:00Z')
  const read: Record<string, Json> = {}
  for (const name of unit.model.key) {
    const field = unit.fields.get(name)
    const value = ownMember(key, name)
    const path = `/key${errorPointer(name)}`
    if (value === undefined || !field) reading.errors.push({ path, code: 'required', message: 'This is required.' })
    else {
      // Constraints do not apply to a key asked for: one that cannot exist is not found.
      const form =
        field.type.kind === 'text'
          ? { kind: 'text' as const }
          : field.type.kind === 'int32'
            ? { kind: 'int32' as const }
            : field.type
      const canonical = readValue(form, value, path, reading)
      if (canonical !== undefined) read[name] = canonical
    }
  }
  if (reading.errors.length > 0) throw new ProblemError(problem('invalid-input', { errors: reading.errors }))
  return read
}
