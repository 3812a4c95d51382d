import {
  conditionOf,
  type EntityModel,
  errorPointer,
  type FilterOperator,
  type InputErrors,
  type Json,
  type JsonObject,
  type Predicate,
} from '../runtime/index.ts'

/**
 * A filter as its message has it: `{ "drug": { "eq": "aspirin" } }`, `{ "$and": […] }`, `{ "$or": […] }`, `{ "$not": … }`.
 * Undefined with `errors` noted where nothing is asked.
 */
export const predicateOf = (
  entity: EntityModel,
  filter: JsonObject,
  path: string,
  errors: InputErrors,
): Predicate | undefined => {
  const [member] = Object.keys(filter)
  if (member === undefined) return unsaid(path, errors)
  const asked = filter[member] ?? null
  const at = path + errorPointer(member)
  if (member === '$and' || member === '$or') return branches(entity, member, asked as readonly JsonObject[], at, errors)
  if (member === '$not') {
    const of = predicateOf(entity, asked as JsonObject, at, errors)
    return of && { kind: 'not', of }
  }
  const [operator] = Object.keys(asked as JsonObject) as FilterOperator[]
  if (operator === undefined) return unsaid(at, errors)
  return condition(entity, member, operator, (asked as JsonObject)[operator] ?? null)
}

const unsaid = (path: string, errors: InputErrors): undefined => {
  errors.push({ path, code: 'required', message: 'Give a condition.' })
}

const branches = (
  entity: EntityModel,
  member: '$and' | '$or',
  filters: readonly JsonObject[],
  path: string,
  errors: InputErrors,
): Predicate | undefined => {
  const of = filters.map((each, index) => predicateOf(entity, each, `${path}/${index}`, errors))
  const read = of.filter((each) => each !== undefined)
  return read.length === of.length ? { kind: member === '$and' ? 'and' : 'or', of: read } : undefined
}

const condition = (entity: EntityModel, field: string, operator: FilterOperator, asked: Json): Predicate => {
  const values = operator === 'in' ? (asked as readonly Json[]) : [asked]
  return conditionOf(field, operator, values, entity.fields.find(({ name }) => name === field)?.type)
}
