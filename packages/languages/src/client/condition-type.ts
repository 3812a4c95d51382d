import { isObject, type Json, type JsonObject } from '@charter/runtime'
import { stringLiteral } from '../node/text.ts'

/** Operators that go together, by the name that the client's engine has for them. */
const operatorSets: Readonly<Record<string, readonly string[]>> = {
  Equality: ['eq', 'ne', 'in', 'isNull'],
  Order: ['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'in', 'isNull'],
  Text: ['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'in', 'like', 'startsWith', 'isNull'],
}

type TypeOf = (schema: Json | undefined) => string

/** What each operator takes, given the schema of the field's values; as `Conditions` of the engine has it. */
const operandType = (operator: string, of: Json, typeOf: TypeOf): string => {
  if (operator === 'in') return typeOf({ type: 'array', items: of })
  if (operator === 'isNull') return 'boolean'
  return operator === 'like' || operator === 'startsWith' ? 'string' : typeOf(of)
}

/** `Condition<string, Text>` of a value or an object of operators that each take what they should; null of any other variants. */
export const conditionType = (variants: readonly Json[], typeOf: TypeOf): string | null => {
  const [of, operators, ...more] = variants
  const members = Object.entries(membersOf(operators))
  if (of === undefined || members.length === 0 || more.length > 0) return null
  const isKnown = members.every(
    ([name, schema]) => isOperator(name) && typeOf(schema) === operandType(name, of, typeOf),
  )
  return isKnown ? `Condition<${typeOf(of)}, ${setOf(members.map(([name]) => name))}>` : null
}

const isOperator = (name: string): boolean => operatorSets.Text?.includes(name) === true

const setOf = (names: readonly string[]): string => {
  const known = Object.entries(operatorSets).find(
    ([, set]) => set.length === names.length && names.every((name) => set.includes(name)),
  )
  return known?.[0] ?? names.map(stringLiteral).join(' | ')
}

/** Members of an object that has only optional ones of its own; none of another schema. */
const membersOf = (schema: Json | undefined): JsonObject => {
  const { properties, required, additionalProperties } = isObject(schema) ? schema : {}
  return isObject(properties) && required === undefined && additionalProperties === false ? properties : {}
}

/** `Sort<'id' | 'name'>` of names that are each there with `-` before them too; null of other values. */
export const sortType = (values: readonly Json[]): string | null => {
  const all = new Set(values)
  const names = values.filter((value) => typeof value === 'string').filter((value) => !value.startsWith('-'))
  const isSort = names.length > 0 && all.size === names.length * 2 && names.every((name) => all.has(`-${name}`))
  return isSort ? `Sort<${names.map(stringLiteral).join(' | ')}>` : null
}
