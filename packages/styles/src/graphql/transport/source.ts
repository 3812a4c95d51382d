import { exactNumber, type Json, type JsonObject } from '@charter/runtime'
import type { FieldNode, ValueNode } from 'graphql'
import type { Cost } from './cost.ts'

/** Where an argument's value comes from: the document itself, or the request's variables. Undefined: not given. */
export interface Source {
  readonly isConstant: boolean
  of(variables: JsonObject): Json | undefined
}

/** The source of an argument of a field or a directive. */
export const argumentOf = ({ arguments: given }: Pick<FieldNode, 'arguments'>, name: string): Source => {
  const found = given?.find((each) => each.name.value === name)
  return found ? sourceOf(found.value) : absent
}

/** What a field's arguments cost: they are read once for each field that has them, and one variable may stand in many. */
export const argumentsCost = ({ arguments: given = [] }: FieldNode): Cost => {
  const sources = given.map(({ value }) => sourceOf(value))
  return (variables) => {
    let cost = 0
    for (const source of sources) cost += Math.floor(partsIn(source.of(variables)) / partsOfOne)
    return cost
  }
}

const partsOfOne = 10
const partsMax = 20_000

/** Of values that stand near the top of a variable: what is large is counted once, however many fields it is given to. */
const counted = new WeakMap<object, number>()
const rememberedDepth = 3

/** Members, items and values; counted no further than tells enough. */
const partsIn = (json: Json | undefined, depth = 0): number => {
  if (typeof json !== 'object' || json === null) return 0
  const known = depth < rememberedDepth ? counted.get(json) : undefined
  if (known !== undefined) return known
  const below = Array.isArray(json) ? (json as readonly Json[]) : Object.values(json)
  let parts = below.length
  for (let at = 0; at < below.length && parts < partsMax; at++) parts += partsIn(below[at], depth + 1)
  parts = Math.min(parts, partsMax)
  if (depth < rememberedDepth) counted.set(json, parts)
  return parts
}

const absent: Source = { isConstant: true, of: () => undefined }

/** The source of a value in a document. */
export const sourceOf = (node: ValueNode): Source => {
  if (hasVariable(node)) return { isConstant: false, of: (variables) => literalOf(node, variables) }
  const value = literalOf(node, {})
  return { isConstant: true, of: () => value }
}

const hasVariable = (node: ValueNode): boolean => {
  switch (node.kind) {
    case 'Variable':
      return true
    case 'ListValue':
      return node.values.some(hasVariable)
    case 'ObjectValue':
      return node.fields.some(({ value }) => hasVariable(value))
    default:
      return false
  }
}

/** A value as written; what a number cannot hold exactly stays its digits, for the executor to judge. */
const literalOf = (node: ValueNode, variables: JsonObject): Json | undefined => {
  switch (node.kind) {
    case 'Variable':
      return Object.hasOwn(variables, node.name.value) ? variables[node.name.value] : undefined
    case 'NullValue':
      return null
    case 'IntValue':
    case 'FloatValue':
      return exactNumber(node.value)
    case 'ListValue':
      // Specification, section 2.9.7: a variable that was not given is null in a list, and absent in an object.
      return node.values.map((each) => literalOf(each, variables) ?? null)
    case 'ObjectValue':
      return Object.fromEntries(
        node.fields.flatMap(({ name, value }) => {
          const of = literalOf(value, variables)
          return of === undefined ? [] : [[name.value, of]]
        }),
      )
    default:
      return node.value
  }
}
