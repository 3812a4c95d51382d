import type { OperationDefinitionNode } from 'graphql'
import { InputErrors, type Json, type JsonObject, ProblemError, problem } from '../runtime/index.ts'
import { sourceOf } from './source.ts'

/**
 * A request's variables with the defaults of the operation. Values are left to the executor, but for those that must be
 * there and those that decide which fields are. Throws a ProblemError (`invalid-input`).
 */
export const variablesOf = (
  { variableDefinitions }: OperationDefinitionNode,
  conditions: readonly string[],
  given: JsonObject,
): JsonObject => {
  const variables: Record<string, Json> = {}
  const errors = new InputErrors()
  for (const { variable, type, defaultValue } of variableDefinitions ?? []) {
    const name = variable.name.value
    const value = Object.hasOwn(given, name) ? given[name] : defaultValue && sourceOf(defaultValue).of({})
    if (value !== undefined) variables[name] = value
    const path = `/variables/${name}`
    if (type.kind === 'NonNullType' && (value === undefined || value === null))
      errors.push({ path, code: 'required', message: 'This is required.' })
    else if (conditions.includes(name) && typeof value !== 'boolean')
      errors.push({ path, code: 'wrong-type', message: 'Give true or false.' })
  }
  if (errors.length > 0) throw new ProblemError(problem('invalid-input', { errors }))
  return variables
}
