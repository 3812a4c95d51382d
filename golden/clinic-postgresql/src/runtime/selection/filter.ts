import type { Comparison, FilterOperator, Predicate } from '../call/predicate.ts'
import type { InputErrors } from '../problem/input-errors.ts'
import { errorPointer } from '../problem/problem.ts'
import { isObject, type Json, type JsonObject } from '../values/json.ts'
import { readText } from '../values/read-text.ts'
import { conditionOf } from './condition.ts'
import type { Entry } from './directory.ts'

const comparisons: readonly string[] = ['eq', 'ne', 'lt', 'le', 'gt', 'ge'] satisfies Comparison[]
const others: readonly string[] = ['in', 'like', 'startsWith', 'isNull'] satisfies FilterOperator[]

export const isOperator = (name: string): name is FilterOperator => comparisons.includes(name) || others.includes(name)

/**
 * One condition from its parts. Whether the field is there, allows the operator and takes the value is asked by the
 * executor, which also knows what the principal may see of it. `over`: another field that is compared, as a reference is
 * with the key it refers to.
 */
export const condition = (
  entry: Entry,
  field: string,
  operator: FilterOperator,
  values: readonly Json[],
  over = field,
): Predicate => conditionOf(over, operator, values, entry.fields.get(field)?.type)

/** A value from a query. Text that is not of the field's form stays text, for the executor to refuse by name. */
export const filterValue = (entry: Entry, field: string, operator: FilterOperator, text: string): Json => {
  if (operator === 'isNull') return text === 'true' ? true : text === 'false' ? false : text
  if (operator === 'like' || operator === 'startsWith') return text
  const type = entry.fields.get(field)?.type
  return (type && readText(type, text)) ?? text
}

/** Fields whose values are masked, sealed or need a reveal: they stay out of addresses, which logs and proxies keep. */
export const isProtected = (entry: Entry, field: string): boolean => {
  const found = entry.fields.get(field)
  return found?.reveal !== undefined || found?.mask !== undefined || found?.protect !== undefined
}

/**
 * A filter as JSON: `{ "and": […] }`, `{ "or": […] }`, `{ "not": … }`, or
 * `{ "field": "drug", "op": "eq", "value": "aspirin" }`. Undefined with `errors` noted.
 */
export const readFilter = (entry: Entry, json: Json, path: string, errors: InputErrors): Predicate | undefined => {
  if (!isObject(json)) return wrong(path, 'Give a filter: an object with and, or, not, or field.', errors)
  const names = Object.keys(json)
  const only = names.length === 1 ? names[0] : undefined
  if (only === 'and' || only === 'or') return readBranches(entry, only, json[only] ?? null, `${path}/${only}`, errors)
  if (only === 'not') {
    const of = readFilter(entry, json.not ?? null, `${path}/not`, errors)
    return of && { kind: 'not', of }
  }
  return readCondition(entry, json, path, errors)
}

const readBranches = (
  entry: Entry,
  kind: 'and' | 'or',
  json: Json,
  path: string,
  errors: InputErrors,
): Predicate | undefined => {
  if (!Array.isArray(json)) return wrong(path, 'Give a list of filters.', errors)
  const of = json.map((each: Json, at) => readFilter(entry, each, `${path}/${at}`, errors))
  const read = of.filter((each) => each !== undefined)
  return read.length === of.length ? { kind, of: read } : undefined
}

const readCondition = (entry: Entry, json: JsonObject, path: string, errors: InputErrors): Predicate | undefined => {
  const before = errors.length
  for (const name of Object.keys(json)) {
    if (name !== 'field' && name !== 'op' && name !== 'value')
      errors.push({ path: path + errorPointer(name), code: 'unknown', message: 'A condition has field, op and value.' })
  }
  const { field, op, value } = json
  if (typeof field !== 'string') wrong(`${path}/field`, 'Give the name of a field.', errors)
  if (typeof op !== 'string' || !isOperator(op)) wrong(`${path}/op`, `Give one of: ${operatorList}.`, errors)
  else if (!valuesOf(op).takes(value)) wrong(`${path}/value`, valuesOf(op).sentence, errors)
  else if (typeof field === 'string' && errors.length === before)
    return condition(entry, field, op, op === 'in' ? (value as readonly Json[]) : [value ?? null])
  return undefined
}

export const operatorList = [...comparisons, ...others].join(', ')

interface Values {
  readonly sentence: string
  takes(value: Json | undefined): boolean
}

const lists: Values = { sentence: 'Give a list of values.', takes: (value) => Array.isArray(value) }
const truths: Values = { sentence: 'Give true or false.', takes: (value) => typeof value === 'boolean' }
const texts: Values = { sentence: 'Give text.', takes: (value) => typeof value === 'string' }
const anything: Values = { sentence: 'Give a value.', takes: (value) => value !== undefined }

const valuesOf = (operator: FilterOperator): Values => {
  switch (operator) {
    case 'in':
      return lists
    case 'isNull':
      return truths
    case 'like':
    case 'startsWith':
      return texts
    default:
      return anything
  }
}

const wrong = (path: string, message: string, errors: InputErrors): undefined => {
  errors.push({ path, code: 'wrong-type', message })
}
