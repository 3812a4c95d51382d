import { type InputErrors, type Json, type JsonObject, type Member, readText } from '../runtime/index.ts'
import type { Parameter } from './query.ts'

/**
 * The input of an operation that is called with GET: one parameter per member, repeated for a list. What is left over
 * is for the selection. Text that is not of the member's form stays text, for the executor to refuse by name.
 */
export const readOperationInput = (
  members: readonly Member[],
  parameters: readonly Parameter[],
  errors: InputErrors,
): { readonly value: JsonObject; readonly rest: readonly Parameter[] } => {
  const value = Object.fromEntries(
    members.flatMap((member) => {
      const given = parameters.filter(({ name }) => name === member.name)
      return given.length === 0 ? [] : [[member.name, memberValue(member, given, errors)] as const]
    }),
  )
  return { value, rest: parameters.filter(({ name }) => !members.some((member) => member.name === name)) }
}

const memberValue = ({ name, type }: Member, given: readonly Parameter[], errors: InputErrors): Json => {
  if (type.kind === 'array') return given.map(({ value }) => readText(type.items, value) ?? value)
  const text = given[0]?.value ?? ''
  if (given.length > 1)
    errors.push({ path: `?${name}`, code: 'duplicate', message: 'This parameter is given more than once.' })
  return readText(type, text) ?? text
}
