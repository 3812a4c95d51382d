import {
  type Aggregate,
  type CallInput,
  type Directory,
  type Entry,
  errorPointer,
  InputErrors,
  isObject,
  type Json,
  type JsonObject,
  type Problem,
  problem,
  readSearch,
  type Selection,
} from '../runtime/index.ts'

/** What the arguments of a tool ask, and what of them could not be read. */
export interface McpAsked {
  readonly input: CallInput
  readonly select?: Selection
  readonly ifMatch?: readonly string[]
  readonly idempotencyKey?: string
  readonly unreadable?: Problem
}

const selectionParts = ['filter', 'sort', 'limit', 'after', 'fields', 'include', 'count']

/** `key`, `value`, the parts of a selection, `aggregate`, `ifMatch`, `idempotencyKey`: each tool's schema says which it takes. */
export const readArguments = (
  given: JsonObject,
  offered: readonly string[],
  answers: Entry | null,
  directory: Directory,
): McpAsked => {
  const errors = new InputErrors()
  for (const name of Object.keys(given))
    if (!offered.includes(name))
      errors.push({
        path: errorPointer(name),
        code: 'unknown',
        message: `Only ${offered.join(', ') || 'no arguments'} are read here.`,
      })
  const { key, value, ifMatch, idempotencyKey } = given
  if (key !== undefined && !isObject(key))
    errors.push({ path: '/key', code: 'wrong-type', message: 'Give an object of the key fields.' })
  if (ifMatch !== undefined && !isTags(ifMatch))
    errors.push({ path: '/ifMatch', code: 'wrong-type', message: 'Give a list of entity tags.' })
  if (idempotencyKey !== undefined && !isKey(idempotencyKey))
    errors.push({
      path: '/idempotencyKey',
      code: 'wrong-type',
      message: 'Give 1 to 255 visible ASCII characters without spaces.',
    })
  const parts = Object.fromEntries(Object.entries(given).filter(([name]) => selectionParts.includes(name)))
  const select: Selection = {
    ...readSearch(directory, answers, parts, '', errors),
    ...(given.aggregate !== undefined && { aggregate: readAggregate(given.aggregate, errors) }),
  }
  return {
    input: { ...(isObject(key) && { key }), ...(value !== undefined && { value }) },
    ...(Object.keys(select).length > 0 && { select }),
    ...(isTags(ifMatch) && { ifMatch }),
    ...(isKey(idempotencyKey) && { idempotencyKey }),
    ...(errors.length > 0 && { unreadable: problem('invalid-input', { errors }) }),
  }
}

const isTags = (json: Json | undefined): json is readonly string[] =>
  Array.isArray(json) && json.every((each) => typeof each === 'string')

const isKey = (json: Json | undefined): json is string => typeof json === 'string' && /^[\x21-\x7e]{1,255}$/.test(json)

const measures = ['groupBy', 'sum', 'average', 'min', 'max']

const readAggregate = (json: Json, errors: InputErrors): Aggregate => {
  const wrong = (path: string, message: string) =>
    errors.push({ path: `/aggregate${path}`, code: 'wrong-type', message })
  if (!isObject(json)) {
    wrong('', `Give an object with any of: ${measures.join(', ')}.`)
    return {}
  }
  for (const [name, fields] of Object.entries(json))
    if (!measures.includes(name))
      errors.push({
        path: `/aggregate${errorPointer(name)}`,
        code: 'unknown',
        message: `Only ${measures.join(', ')} are read here.`,
      })
    else if (!isTags(fields)) wrong(errorPointer(name), 'Give a list of field names.')
  return json as Aggregate
}
