import {
  InputErrors,
  isObject,
  type Json,
  type JsonObject,
  type Problem,
  pointerSteps,
  problem,
} from '../../runtime/index.ts'
import { invalid } from '../asked.ts'
import { operationNames, operationsMax } from './bounds.ts'

/** One operation of a JSON Patch (RFC 6902 section 4). Its paths are read: each names a member of the row, and what lies below. */
export type PatchOperation =
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: readonly string[]; readonly value: Json }
  | { readonly op: 'remove'; readonly path: readonly string[] }
  | { readonly op: 'move' | 'copy'; readonly path: readonly string[]; readonly from: readonly string[] }

/** The operations of a body, or what is wrong with them. Members that are not known are passed over (RFC 6902 section 4). */
export const readOperations = (json: Json): readonly PatchOperation[] | Problem => {
  if (!Array.isArray(json) || json.length > operationsMax)
    return problem('invalid-input', {
      errors: [{ path: '', code: 'wrong-type', message: `Give a list of at most ${operationsMax} operations.` }],
    })
  const errors = new InputErrors()
  const read = (json as readonly Json[]).flatMap((each, at) => readOperation(each, `/${at}`, errors) ?? [])
  return invalid(errors) ?? read
}

const readOperation = (json: Json, at: string, errors: InputErrors): PatchOperation | undefined => {
  const given = isObject(json) ? json : {}
  const { op } = given
  const path = readPointer(given, 'path', at, errors)
  switch (op) {
    case 'add':
    case 'replace':
    case 'test': {
      const { value } = given
      if (value === undefined) errors.push({ path: `${at}/value`, code: 'required', message: 'This is required.' })
      return path && value !== undefined ? { op, path, value } : undefined
    }
    case 'remove':
      return path && { op, path }
    case 'move':
    case 'copy': {
      const from = readPointer(given, 'from', at, errors)
      return path && from && { op, path, from }
    }
    default:
      errors.push({ path: `${at}/op`, code: 'not-in-enum', message: `Give one of: ${operationNames.join(', ')}.` })
      return undefined
  }
}

/** Steps of a JSON Pointer (RFC 6901 section 3) to a member of the row, or below one. */
const readPointer = (
  given: JsonObject,
  name: 'path' | 'from',
  at: string,
  errors: InputErrors,
): readonly string[] | undefined => {
  const pointer = given[name]
  if (typeof pointer === 'string' && pointer.startsWith('/') && !/~(?![01])/.test(pointer)) return pointerSteps(pointer)
  const message = 'Give a JSON Pointer to a member of the row, or to what is below one: /name, /tags/0.'
  errors.push({ path: `${at}/${name}`, code: pointer === undefined ? 'required' : 'format', message })
  return undefined
}
