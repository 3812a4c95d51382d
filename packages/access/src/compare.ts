import type { Comparison, Json, Operand, Predicate, Type } from '@charter/runtime'
import { readingAt, readValue } from '@charter/runtime'
import type { Value } from './operand.ts'
import { refuse } from './refusal.ts'
import { isLong, isTextual, unconstrained } from './unconstrained.ts'

/** A comparison of two values, each literal read as the type of the other side. */
export const comparePredicate = (op: Comparison, left: Value, right: Value): Predicate => {
  if (left.kind === 'literal' && right.kind === 'literal') return constant(decide(op, left.value, right.value))
  const type = typeOf(left) ?? typeOf(right)
  if (!type) return refuse('Comparing rows', 'Compare a key field, as in `resource.ownerId == principal.id`.')
  const other = typeOf(left) && typeOf(right)
  if (other && !isAlike(type, other))
    return refuse(`Comparing ${type.kind} with ${other.kind}`, 'Compare values of one type.')
  const impossible = [left, right].some((side) => side.kind === 'literal' && !isCanonical(side.value, type))
  if (impossible)
    return refuse(
      `A literal that no ${type.kind} is spelled like`,
      'Write it in the form the API carries, as in "2026-03-31" or "12.50".',
    )
  return { kind: 'compare', op, left: operandOf(left, type), right: operandOf(right, type) }
}

export const constant = (truth: boolean): Predicate => ({ kind: truth ? 'true' : 'false' })

const decide = (op: Comparison, left: Json, right: Json): boolean => {
  if (op === 'eq' || op === 'ne') return (JSON.stringify(left) === JSON.stringify(right)) === (op === 'eq')
  const order = Number(left) - Number(right)
  return op === 'lt' ? order < 0 : op === 'le' ? order <= 0 : op === 'gt' ? order > 0 : order >= 0
}

const typeOf = (value: Value): Type | undefined => (value.kind === 'operand' ? value.type : undefined)

/** Whether two types have the same stored form for equal values. */
export const isAlike = (a: Type, b: Type): boolean => {
  if (isTextual(a) && isTextual(b)) return true
  if (isLong(a) && isLong(b)) return true
  if (a.kind === 'decimal' && b.kind === 'decimal') return a.scale === b.scale
  if (a.kind === 'array' && b.kind === 'array') return isAlike(a.items, b.items)
  return a.kind === b.kind
}

/** The operand of a value; a literal takes `type`, without the field's own constraints. */
export const operandOf = (value: Value, type: Type): Operand =>
  value.kind === 'operand'
    ? value.operand
    : value.kind === 'literal'
      ? { kind: 'value', value: value.value, type: unconstrained(type) }
      : refuse('A row as a value', 'Compare one of its fields.')

/** A literal that is not in canonical form could be equal in a database and unequal in Cedar ("1.0" and "1.00"). */
const isCanonical = (literal: Json, type: Type): boolean => {
  if (Array.isArray(literal) && type.kind === 'array') return literal.every((each) => isCanonical(each, type.items))
  const plain = unconstrained(type)
  if (plain.kind === 'text' || plain.kind === 'uuid') return typeof literal === 'string'
  if (isLong(type)) return Number.isSafeInteger(literal)
  return readValue(plain, literal, '', readingAt('2000-01-01T00:00:00Z')) === literal
}
