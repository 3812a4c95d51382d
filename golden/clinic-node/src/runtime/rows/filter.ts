import type { Principal, Selection } from '../call/call.ts'
import type { FieldModel } from '../call/model.ts'
import { type FilterOperator, never, type Operand, type Predicate } from '../call/predicate.ts'
import { InputErrors } from '../problem/input-errors.ts'
import { errorPointer, ProblemError, problem } from '../problem/problem.ts'
import type { EntityUnit } from '../store/entity.ts'
import { indexOf } from '../store/store.ts'
import type { Json } from '../values/json.ts'
import { likePattern } from '../values/like.ts'
import { readValue } from '../values/read.ts'
import { readingAt } from '../values/read-context.ts'
import type { CallStore } from './call-store.ts'
import type { Grant } from './grant.ts'
import { type Lookups, lookupsOf } from './lookups.ts'
import { readOperands, valueIn } from './operands.ts'
import { isHidden } from './view.ts'

const nodesMax = 200

/**
 * The filter of a selection as the store is asked: its values canonical, those of protected fields looked up by their keyed index.
 * Null where it has none. Unknown fields, operators that a type lacks and hidden fields are refused, all at once.
 */
export const filterOf = async (
  store: CallStore,
  unit: EntityUnit,
  selection: Selection | undefined,
  grant: Grant,
  principal: Principal,
): Promise<Predicate | null> => {
  const filter = selection?.filter
  if (!filter) return null
  const lookups = unit.sealed.length > 0 ? await lookupsOf(store, unit, filter, grant, principal) : new Map()
  const making: FilterContext = { unit, grant, principal, lookups, errors: new InputErrors(), hidden: [], nodes: 0 }
  const made = make(making, filter)
  if (making.hidden.length > 0)
    throw new ProblemError(problem('forbidden', { detail: `You may not filter by ${making.hidden.join(', ')}.` }))
  if (making.errors.length > 0) throw new ProblemError(problem('invalid-input', { errors: making.errors }))
  return made
}

interface FilterContext {
  readonly unit: EntityUnit
  readonly grant: Grant
  readonly principal: Principal
  readonly lookups: Lookups
  readonly errors: InputErrors
  readonly hidden: string[]
  nodes: number
}

const make = (making: FilterContext, filter: Predicate): Predicate => {
  if (++making.nodes > nodesMax)
    throw new ProblemError(problem('too-large', { detail: `A filter may have at most ${nodesMax} parts.` }))
  switch (filter.kind) {
    case 'true':
    case 'false':
      return filter
    case 'and':
    case 'or':
      return { kind: filter.kind, of: filter.of.map((each) => make(making, each)) }
    case 'not':
      return { kind: 'not', of: make(making, filter.of) }
    case 'compare':
      return fieldFilter(making, filter, filter.left, filter.op, [valueIn(filter.right)])
    case 'in':
      return fieldFilter(making, filter, filter.left, 'in', filter.right.map(valueIn))
    case 'like':
      return fieldFilter(making, filter, filter.left, 'like', [filter.pattern])
    case 'startsWith':
      return fieldFilter(making, filter, filter.left, 'startsWith', [filter.prefix])
    case 'isNull':
      return fieldFilter(making, filter, filter.left, 'isNull', [])
    default:
      throw new ProblemError(problem('malformed', { detail: `A filter cannot say "${filter.kind}".` }))
  }
}

const fieldFilter = (
  making: FilterContext,
  of: Predicate,
  operand: Operand,
  operator: FilterOperator,
  given: readonly Json[],
): Predicate => {
  const { unit, errors } = making
  const name = operand.kind === 'field' && operand.path.length === 1 ? (operand.path[0] ?? '') : ''
  const field = unit.fields.get(name)
  const path = `/filter${errorPointer(name)}`
  if (!field) {
    errors.push({ path, code: 'unknown', message: `${unit.model.name} has no field "${name}" to filter by.` })
    return never
  }
  if (isHidden(unit, field, making.grant, making.principal)) {
    making.hidden.push(name)
    return never
  }
  if (field.protect) return sealedFilter(making, field, of, operator, given)
  if (!field.isFilterable || !unit.stored.filters[name]?.includes(operator)) {
    errors.push({ path, code: 'unsupported', message: `"${name}" cannot be filtered with ${operator}.` })
    return never
  }
  return comparing(name, operator, operandsOf(making, name, operator, given, path))
}

/** Equality of protected values is that of their keyed indexes, or of their tokens; they allow nothing else. */
const sealedFilter = (
  { unit, errors, lookups }: FilterContext,
  field: FieldModel,
  of: Predicate,
  operator: FilterOperator,
  given: readonly Json[],
): Predicate => {
  const path = `/filter${errorPointer(field.name)}`
  const column = field.protect?.kind === 'encrypt' ? indexOf(field.name) : field.name
  const isOffered = (operator === 'eq' || operator === 'in') && unit.stored.filters[column]?.includes('in')
  if (!field.isFilterable || !isOffered) {
    errors.push({ path, code: 'unsupported', message: `"${field.name}" cannot be filtered with ${operator}.` })
    return never
  }
  readOperands(unit, field.name, given, path, errors)
  const found = lookups.get(of) ?? []
  // Not an empty list: a row without a value is then neither in it nor not.
  return comparing(column, 'in', found.length > 0 ? found : [''])
}

/** One condition on one field, its values as they are. */
const comparing = (field: string, operator: FilterOperator, values: readonly Json[]): Predicate => {
  const left: Operand = { kind: 'field', path: [field] }
  const operands = values.map((value): Operand => ({ kind: 'value', value, type: { kind: 'text' } }))
  switch (operator) {
    case 'isNull':
      return { kind: 'isNull', left }
    case 'in':
      return { kind: 'in', left, right: operands }
    case 'like':
      return { kind: 'like', left, pattern: String(values[0] ?? '') }
    case 'startsWith':
      return { kind: 'startsWith', left, prefix: String(values[0] ?? '') }
    default:
      return { kind: 'compare', op: operator, left, right: operands[0] as Operand }
  }
}

const operandsOf = (
  { unit, errors }: FilterContext,
  name: string,
  operator: FilterOperator,
  given: readonly Json[],
  path: string,
): readonly Json[] => {
  if (operator === 'isNull') return []
  if (operator !== 'like' && operator !== 'startsWith') return readOperands(unit, name, given, path, errors)
  const reading = readingAt('0001-01-01T00:00:00Z')
  const read = given.map((pattern) => readValue(likePattern, pattern, path, reading) ?? null)
  errors.pushAll(reading.errors)
  return read
}
