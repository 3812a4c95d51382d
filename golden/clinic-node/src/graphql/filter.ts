import {
  conditionOf,
  errorPointer,
  type FilterOperator,
  type InputErrors,
  isObject,
  type Json,
  type Predicate,
  type Sort,
} from '../runtime/index.ts'
import type { Directory, Entry } from './directory.ts'
import { inputValue } from './input.ts'

const operators: readonly string[] = [
  'eq',
  'ne',
  'lt',
  'le',
  'gt',
  'ge',
  'in',
  'like',
  'startsWith',
  'isNull',
] satisfies FilterOperator[]

interface FilterScope {
  readonly directory: Directory
  readonly entry: Entry
  readonly errors: InputErrors
}

/**
 * `{ drug: { startsWith: "A" }, or: [{ … }, { … }] }`: all that is said holds. Whether a field is there, allows the
 * operator and takes the value is asked by the executor. Undefined with `errors` noted by JSON Pointer.
 */
export const readFilter = (reading: FilterScope, json: Json, path: string): Predicate | undefined => {
  if (!isObject(json)) return wrong(reading, path, 'Give a filter: an object of fields, and, or, not.')
  const parts = Object.entries(json).flatMap(([name, value]): (Predicate | undefined)[] => {
    const at = path + errorPointer(name)
    if (name === 'and' || name === 'or') return value === null ? [] : [readBranches(reading, name, value, at)]
    if (name === 'not') return value === null ? [] : [negated(readFilter(reading, value, at))]
    return readField(reading, name, value, at)
  })
  // Of parts that could not be read an error is noted, which refuses the call.
  const read = parts.filter((part) => part !== undefined)
  return read.length === 1 ? read[0] : { kind: 'and', of: read }
}

const negated = (of: Predicate | undefined): Predicate | undefined => of && { kind: 'not', of }

const readBranches = (reading: FilterScope, kind: 'and' | 'or', json: Json, path: string): Predicate | undefined => {
  const of = listOf(json).map((each, at) => readFilter(reading, each, `${path}/${at}`))
  const read = of.filter((each) => each !== undefined)
  return read.length === of.length ? { kind, of: read } : undefined
}

/** Specification, section 3.11: one value stands for a list of it. */
const listOf = (json: Json): readonly Json[] => (Array.isArray(json) ? (json as readonly Json[]) : [json])

const readField = (reading: FilterScope, name: string, json: Json, path: string): (Predicate | undefined)[] => {
  if (json === null) return []
  if (!isObject(json)) return [wrong(reading, path, `Give an object with any of: ${operators.join(', ')}.`)]
  return Object.entries(json).flatMap(([operator, value]) => {
    const at = path + errorPointer(operator)
    if (operators.includes(operator)) return [condition(reading, name, operator as FilterOperator, value, at)]
    reading.errors.push({ path: at, code: 'unknown', message: `Give one of: ${operators.join(', ')}.` })
    return [undefined]
  })
}

const condition = (
  reading: FilterScope,
  name: string,
  operator: FilterOperator,
  value: Json,
  path: string,
): Predicate | undefined => {
  if ((operator === 'like' || operator === 'startsWith') && typeof value !== 'string')
    return wrong(reading, path, 'Give text.')
  if (operator === 'isNull' && typeof value !== 'boolean') return wrong(reading, path, 'Give true or false.')
  const field = reading.entry.filters.get(name)
  const of = field?.name ?? name
  const values = operator === 'in' ? listOf(value) : [value]
  const type = reading.entry.fieldModels.get(of)?.type
  return conditionOf(of, operator, values, type, (each) =>
    field ? inputValue(reading.directory.surface, field.shape, each) : each,
  )
}

const wrong = ({ errors }: FilterScope, path: string, message: string): undefined => {
  errors.push({ path, code: 'wrong-type', message })
}

/** `[name_ASC, day_DESC]`; a name that is no field's goes on, for the executor to refuse. */
export const readOrder = (
  { entry, errors }: Omit<FilterScope, 'directory'>,
  json: Json,
  path: string,
): readonly Sort[] =>
  listOf(json).flatMap((each, at): Sort[] => {
    const [, as, direction] = (typeof each === 'string' ? /^(.*)_(ASC|DESC)$/s.exec(each) : null) ?? []
    if (as === undefined) {
      errors.push({ path: `${path}/${at}`, code: 'not-in-enum', message: 'Give a field with _ASC or _DESC after it.' })
      return []
    }
    const field = entry.fields.get(as)?.name ?? as
    return [direction === 'DESC' ? { field, isDescending: true } : { field }]
  })
