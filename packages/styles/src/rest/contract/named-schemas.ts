import type { ServiceModel, Type } from '@charter/runtime'
import { inputEnding } from '../../read/json-schema.ts'
import type { Schema } from './json.ts'
import { type InputNames, typeSchema } from './type-schema.ts'

type Types = Pick<ServiceModel, 'types'>

/** Schemas of the charter's own types, and of what is given for those that take numbers for digits. */
export const namedSchemas = ({ types }: Types): Schema => {
  const inputs = inputNames({ types })
  return Object.fromEntries(
    Object.entries(types).flatMap(([name, type]) => {
      const input = inputs.get(name)
      const answered = [name, typeSchema(type)]
      return input === undefined ? [answered] : [answered, [input, typeSchema(type, inputs)]]
    }),
  )
}

/** The types that hold an int64 or a decimal whose answer is text, in themselves or in types that they name. */
export const inputNames = ({ types }: Types): InputNames => {
  const found = new Map<string, string>()
  for (let before = -1; before < found.size; ) {
    before = found.size
    for (const [name, type] of Object.entries(types))
      if (isGivenOtherwise(type, found)) found.set(name, `${name}${inputEnding}`)
  }
  return found
}

const isGivenOtherwise = (type: Type, named: InputNames): boolean => {
  switch (type.kind) {
    case 'decimal':
      return true
    case 'int64':
      return !type.isNumber
    case 'array':
      return isGivenOtherwise(type.items, named)
    case 'map':
      return isGivenOtherwise(type.values, named)
    case 'record':
      return type.members.some((member) => isGivenOtherwise(member.type, named))
    case 'union':
      return Object.values(type.variants).some((of) => of.some((member) => isGivenOtherwise(member.type, named)))
    case 'named':
      return named.has(type.name)
    default:
      return false
  }
}
