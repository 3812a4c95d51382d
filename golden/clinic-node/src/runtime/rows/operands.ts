import type { Operand } from '../call/predicate.ts'
import type { InputErrors } from '../problem/input-errors.ts'
import { isToken, tokenSentence } from '../protect/token.ts'
import type { EntityUnit } from '../store/entity.ts'
import type { Json } from '../values/json.ts'
import { readValue } from '../values/read.ts'
import { readingAt } from '../values/read-context.ts'

export const valueIn = (operand: Operand): Json => (operand.kind === 'value' ? operand.value : null)

/** The operands in canonical form; what is wrong with them is noted. A token is never taken for a value. */
export const readOperands = (
  unit: EntityUnit,
  name: string,
  given: readonly Json[],
  path: string,
  errors: InputErrors,
): readonly Json[] => {
  const reading = readingAt('0001-01-01T00:00:00Z')
  const type = unconstrained(unit, name)
  const read = given.map((value) => readValue(type, value, path, reading) ?? null)
  errors.pushAll(reading.errors)
  if (unit.fields.get(name)?.protect?.kind === 'tokenize' && given.some(isToken))
    errors.push({ path, code: 'format', message: tokenSentence(name) })
  return read
}

/** Asking for a value that cannot be there finds nothing; only its form must be right. */
const unconstrained = (unit: EntityUnit, name: string) => {
  const type = unit.fields.get(name)?.type ?? { kind: 'text' as const }
  switch (type.kind) {
    case 'text':
      return { kind: 'text' as const }
    case 'int32':
    case 'float64':
    case 'date':
    case 'instant':
      return { kind: type.kind }
    case 'int64':
      return { kind: 'int64' as const, isNumber: type.isNumber ?? false }
    case 'decimal':
      return { kind: 'decimal' as const, precision: type.precision, scale: type.scale }
    default:
      return type
  }
}
