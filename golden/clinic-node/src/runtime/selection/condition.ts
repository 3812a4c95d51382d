import type { FilterOperator, Operand, Predicate } from '../call/predicate.ts'
import { ProblemError, problem } from '../problem/problem.ts'
import type { Json } from '../values/json.ts'
import type { Type } from '../values/type.ts'

const ordered: readonly FilterOperator[] = ['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'in', 'isNull']
const equal: readonly FilterOperator[] = ['eq', 'ne', 'in', 'isNull']
const textual: readonly FilterOperator[] = ['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'in', 'like', 'startsWith', 'isNull']

/** Which filters a type allows (docs/semantics.md, Filters). */
export const filterOperators = (type: Type): readonly FilterOperator[] => {
  switch (type.kind) {
    case 'text':
      return textual
    case 'int32':
    case 'int64':
    case 'decimal':
    case 'float64':
    case 'date':
    case 'time':
    case 'dateTime':
    case 'instant':
      return ordered
    case 'uuid':
    case 'enum':
    case 'boolean':
      return equal
    default:
      return ['isNull']
  }
}

/** Whether values of the type have an order that `sort` can ask for. */
export const isSortableType = (type: Type): boolean => filterOperators(type).includes('eq')

/** Values that one condition compares with: a list of identifiers, and not a table. */
const valuesMax = 10_000

/**
 * One condition from its parts. Whether the field is there, allows the operator and takes the value is asked by the executor, which
 * also knows what the principal may see of it. `read`: a value as the field has it. Throws a ProblemError (`too-large`).
 */
export const conditionOf = (
  field: string,
  operator: FilterOperator,
  values: readonly Json[],
  type: Type = { kind: 'text' },
  read: (value: Json) => Json = (value) => value,
): Predicate => {
  if (values.length > valuesMax)
    throw new ProblemError(problem('too-large', { detail: `A filter compares with at most ${valuesMax} values.` }))
  const left: Operand = { kind: 'field', path: [field] }
  const operandOf = (value: Json): Operand => ({ kind: 'value', value: read(value), type })
  const first = values[0] ?? null
  switch (operator) {
    case 'in':
      return { kind: 'in', left, right: values.map(operandOf) }
    case 'like':
      return { kind: 'like', left, pattern: String(first) }
    case 'startsWith':
      return { kind: 'startsWith', left, prefix: String(first) }
    case 'isNull':
      return first === false ? { kind: 'not', of: { kind: 'isNull', left } } : { kind: 'isNull', left }
    default:
      return { kind: 'compare', op: operator, left, right: operandOf(first) }
  }
}
