import { canonicalJson } from '../values/canonical-json.ts'
import { compareValues } from '../values/compare.ts'
import { isObject, type Json, type JsonObject, ownMember, valueAt } from '../values/json.ts'
import { compileLike } from '../values/like.ts'
import { principalValue, type Subject } from './asked.ts'
import type { Operand, Predicate } from './predicate.ts'

/** Three values: an error (an absent attribute, a field without a value) is neither. */
export type Truth = true | false | 'error'

/**
 * Decides a predicate on a row (to-one relations nested under their names). `and`, `or` short-circuit from the left as
 * Cedar's `&&`, `||` do, so an error behind a decided left side does not show.
 */
export const evaluate = (predicate: Predicate, row: JsonObject, subject: Subject): Truth => {
  switch (predicate.kind) {
    case 'true':
      return true
    case 'false':
      return false
    case 'and':
      return sequence(predicate.of, false, row, subject)
    case 'or':
      return sequence(predicate.of, true, row, subject)
    case 'not': {
      const truth = evaluate(predicate.of, row, subject)
      return truth === 'error' ? 'error' : !truth
    }
    case 'role':
      return subject.roles.includes(predicate.name)
    case 'exists':
      return exists(predicate, row, subject)
    case 'isNull':
      return (operandValue(predicate.left, row, subject) ?? null) === null
    default:
      return decide(predicate, row, subject)
  }
}

const sequence = (of: readonly Predicate[], deciding: boolean, row: JsonObject, subject: Subject): Truth => {
  for (const each of of) {
    const truth = evaluate(each, row, subject)
    if (truth === 'error' || truth === deciding) return truth
  }
  return !deciding
}

/** Rows to many stand under the names of their relations, as lists. */
const exists = (
  { path, of, where, atLeast }: Extract<Predicate, { kind: 'exists' }>,
  row: JsonObject,
  subject: Subject,
): Truth => {
  const owner = valueAt(row, path)
  if (!isObject(owner)) return 'error'
  let rows: readonly JsonObject[] = [owner]
  for (const step of of) rows = rows.flatMap((each) => rowsIn(ownMember(each, step)))
  return rows.filter((each) => evaluate(where, each, subject) === true).length >= atLeast
}

const rowsIn = (value: Json | undefined): readonly JsonObject[] =>
  (Array.isArray(value) ? value : [value]).filter((each) => isObject(each))

type ValuePredicate = Exclude<
  Predicate,
  { kind: 'true' | 'false' | 'and' | 'or' | 'not' | 'role' | 'isNull' | 'exists' }
>

const decide = (predicate: ValuePredicate, row: JsonObject, subject: Subject): Truth => {
  const left = operandValue(predicate.left, row, subject) ?? null
  if (left === null) return 'error'
  switch (predicate.kind) {
    case 'compare': {
      const right = operandValue(predicate.right, row, subject) ?? null
      return right === null ? 'error' : compares(predicate, left, right)
    }
    case 'in': {
      const right = predicate.right.map((each) => operandValue(each, row, subject) ?? null)
      return right.includes(null) ? 'error' : right.some((each) => isSame(left, each))
    }
    case 'like':
      return typeof left === 'string' ? compileLike(predicate.pattern)(left) : 'error'
    case 'startsWith':
      return typeof left === 'string' ? left.startsWith(predicate.prefix) : 'error'
    default: {
      const right = operandValue(predicate.right, row, subject) ?? null
      return Array.isArray(left) && right !== null ? contains(predicate.kind, left, right) : 'error'
    }
  }
}

const compares = (
  { op, left: operand, right: other }: Extract<Predicate, { kind: 'compare' }>,
  left: NonNullable<Json>,
  right: NonNullable<Json>,
): Truth => {
  if (op === 'eq') return isSame(left, right)
  if (op === 'ne') return !isSame(left, right)
  const type = operand.type ?? other.type
  const order = type ? compareValues(type, left, right) : rank(left, right)
  return op === 'lt' ? order < 0 : op === 'le' ? order <= 0 : op === 'gt' ? order > 0 : order >= 0
}

const rank = (left: NonNullable<Json>, right: NonNullable<Json>): number => (left < right ? -1 : left > right ? 1 : 0)

const isSame = (a: Json, b: Json): boolean =>
  a === b || (typeof a === 'object' && canonicalJson(a) === canonicalJson(b))

const contains = (kind: 'contains' | 'containsAll' | 'containsAny', left: readonly Json[], right: Json): Truth => {
  if (kind === 'contains') return left.some((each) => isSame(each, right))
  if (!Array.isArray(right)) return 'error'
  const has = (wanted: Json) => left.some((each) => isSame(each, wanted))
  return kind === 'containsAll' ? right.every(has) : right.some(has)
}

const operandValue = (operand: Operand, row: JsonObject, subject: Subject): Json | undefined => {
  switch (operand.kind) {
    case 'value':
      return operand.value
    case 'principal':
      return principalValue(subject, operand.name, operand.plusMs)
    case 'field':
      return valueAt(row, operand.path)
  }
}
