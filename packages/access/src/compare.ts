import { didYouMean } from '@charter/charter'
import type { Comparison, Json, Operand, Predicate, Type } from '@charter/runtime'
import { readingAt, readValue } from '@charter/runtime'
import { compareMoments, holds, isMoment, isMomentLiteral, momentText, refuseText } from './moments.ts'
import { refuse, refuseUnknown } from './refusal.ts'
import { isLong, isTextual, unconstrained } from './unconstrained.ts'
import type { Value } from './value.ts'

/** A comparison of two values, each literal read as the type of the other side. */
export const comparePredicate = (op: Comparison, left: Value, right: Value): Predicate => {
  const ofTime = compareMoments(op, left, right)
  if (ofTime) return ofTime
  if (left.kind === 'literal' && right.kind === 'literal') return decideLiterals(op, left.value, right.value)
  const type = typeOf(left) ?? typeOf(right)
  if (!type) return refuse('Comparing rows', 'Compare a key field, as in `resource.ownerId == principal.id`.')
  const other = typeOf(left) && typeOf(right)
  if (other && !isAlike(type, other))
    return refuse(`Comparing ${type.kind} with ${other.kind}`, 'Compare values of one type.')
  if (op !== 'eq' && op !== 'ne' && !isLong(type)) return refuse(`Which ${type.kind} is greater`, orderHelp)
  const [first, second] = [operandOf(left, type), operandOf(right, type)]
  return type.kind === 'array' ? sameMembers(op, first, second) : { kind: 'compare', op, left: first, right: second }
}

const orderHelp =
  'Whole numbers (int32, and int64 with `min` and `max`), instants and dates have an order here: compare with `==` or `!=`, or keep in a field of its own what decides.'

/** Cedar's sets have neither order nor repetition: equal are those that hold each other's members. */
const sameMembers = (op: Comparison, left: Operand, right: Operand): Predicate => {
  const same: Predicate = {
    kind: 'and',
    of: [
      { kind: 'containsAll', left, right },
      { kind: 'containsAll', left: right, right: left },
    ],
  }
  return op === 'ne' ? { kind: 'not', of: same } : same
}

export const constant = (truth: boolean): Predicate => ({ kind: truth ? 'true' : 'false' })

const decideLiterals = (op: Comparison, left: Json, right: Json): Predicate => {
  if ([left, right].some(isRounded)) return refuse('Comparing integers beyond ±(2^53−1)', 'Write what comes out of it.')
  return constant(decide(op, left, right))
}

/** Whether a literal, or one inside it, may have lost digits on its way out of Cedar. */
export const isRounded = (literal: Json): boolean =>
  Array.isArray(literal) ? literal.some(isRounded) : typeof literal === 'number' && !Number.isSafeInteger(literal)

const decide = (op: Comparison, left: Json, right: Json): boolean => {
  if (op === 'eq' || op === 'ne') return (setText(left) === setText(right)) === (op === 'eq')
  return holds[op](Number(left) - Number(right))
}

/** Equal for equal values, and for sets with the same members. */
export const setText = (literal: Json): string =>
  Array.isArray(literal) ? JSON.stringify([...new Set(literal.map(setText))].sort()) : JSON.stringify(literal)

const typeOf = (value: Value): Type | undefined => (value.kind === 'operand' ? value.type : undefined)

/** Whether two types have the same stored form for equal values. */
export const isAlike = (a: Type, b: Type): boolean => {
  if (isTextual(a) && isTextual(b)) return true
  if (isLong(a) && isLong(b)) return true
  if (a.kind === 'decimal' && b.kind === 'decimal') return a.scale === b.scale
  if (a.kind === 'array' && b.kind === 'array') return isAlike(a.items, b.items)
  return a.kind === b.kind
}

/** The operand of a value; a literal takes `type`, without the field's own constraints, and is refused if it is none of it. */
export const operandOf = (value: Value, type: Type): Operand => {
  if (value.kind === 'operand') return value.operand
  if (value.kind !== 'literal') return refuse('A row as a value', 'Compare one of its fields.')
  requireWords(value.value, type)
  const said = momentsIn(value.value, type)
  if (isCanonical(said, type)) return { kind: 'value', value: said, type: unconstrained(type) }
  const { kind } = type.kind === 'array' ? type.items : type
  return refuse(`A literal that no ${kind} is spelled like`, spellingHelp(value.value, type))
}

/** Literal moments in the form of the type that they are compared with. */
const momentsIn = (literal: Json, type: Type): Json => {
  if (Array.isArray(literal) && type.kind === 'array') return literal.map((each) => momentsIn(each, type.items))
  if (isMomentLiteral(literal)) return momentText(literal.atMs, type)
  return isMoment(type) && typeof literal === 'string' ? refuseText(literal) : literal
}

/** What an enum cannot be is a slip, and a rule that compares with it would never say so. */
const requireWords = (literal: Json, type: Type): void => {
  if (type.kind === 'array' && Array.isArray(literal)) for (const each of literal) requireWords(each, type.items)
  if (type.kind !== 'enum' || typeof literal !== 'string' || type.values.includes(literal)) return
  const help = didYouMean(literal, type.values) ?? `it is one of ${type.values.join(', ')}`
  refuseUnknown(`what is compared with "${literal}" is never that`, help, `"${literal}"`)
}

const spellingHelp = (literal: Json, type: Type): string => {
  if (isLong(type)) return 'Write a whole number without quotes, as in `12`.'
  if (type.kind === 'decimal')
    return `Write it as text with ${type.scale} digits after the point, as in \`"${(12.5).toFixed(type.scale)}"\`.`
  if (type.kind === 'boolean') return 'Write `true` or `false`, without quotes.'
  if (typeof literal === 'number') return `Write it in double quotes: \`"${literal}"\`.`
  return 'Write it in the form the API carries, as in "2026-03-31" or "12.50".'
}

/** A literal that is not in canonical form could be equal in a database and unequal in Cedar ("1.0" and "1.00"). */
const isCanonical = (literal: Json, type: Type): boolean => {
  if (Array.isArray(literal) && type.kind === 'array') return literal.every((each) => isCanonical(each, type.items))
  const plain = unconstrained(type)
  if (plain.kind === 'text' || plain.kind === 'uuid') return typeof literal === 'string'
  if (isLong(type)) return Number.isInteger(literal)
  return readValue(plain, literal, '', readingAt('2000-01-01T00:00:00Z')) === literal
}
