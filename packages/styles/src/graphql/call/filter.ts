import type { Json, JsonObject, Operand, Predicate, Sort } from '@charter/runtime'
import type { GraphqlEntity, GraphqlSurface } from '../transport/surface.ts'
import { outgoing, Unsayable } from './value.ts'

/** A filter under GraphQL's names. Throws Unsayable for what clients cannot ask (principals, roles, paths). */
export const filterOf = (surface: GraphqlSurface, entity: GraphqlEntity, of: Predicate): JsonObject => {
  const inner = (each: Predicate) => filterOf(surface, entity, each)
  switch (of.kind) {
    case 'and':
    case 'or':
      return { [of.kind]: of.of.map(inner) }
    case 'not':
      return { not: inner(of.of) }
    case 'compare':
      return condition(entity, of.left, { [of.op]: comparedTo(surface, entity, of.left, of.right) })
    case 'in':
      return condition(entity, of.left, { in: of.right.map((each) => comparedTo(surface, entity, of.left, each)) })
    case 'like':
      return condition(entity, of.left, { like: of.pattern })
    case 'startsWith':
      return condition(entity, of.left, { startsWith: of.prefix })
    case 'isNull':
      return condition(entity, of.left, { isNull: true })
    default:
      throw new Unsayable(`GraphQL cannot carry a filter with "${of.kind}".`)
  }
}

const fieldOf = (operand: Operand): string => {
  const [name, ...further] = operand.kind === 'field' ? operand.path : []
  if (name !== undefined && further.length === 0) return name
  throw new Unsayable('GraphQL filters compare fields of the row itself.')
}

const condition = (entity: GraphqlEntity, left: Operand, operators: JsonObject): JsonObject => {
  const name = fieldOf(left)
  const field = entity.fields.find((each) => each.name === name)
  const isTaken = ['and', 'or', 'not'].includes(name) || entity.fields.some(({ filterAs }) => filterAs === name)
  if (!field && isTaken)
    throw new Unsayable(`GraphQL cannot carry a filter over "${name}": it is its name for another.`)
  return { [field?.filterAs ?? name]: operators }
}

const comparedTo = (surface: GraphqlSurface, entity: GraphqlEntity, left: Operand, right: Operand): Json => {
  if (right.kind !== 'value') throw new Unsayable('GraphQL filters compare fields with values.')
  const field = entity.fields.find((each) => each.name === fieldOf(left))
  return field ? outgoing(surface, field.shape, right.value, `${entity.name}.${field.name}`) : right.value
}

/** `[name_ASC]` */
export const orderOf = (entity: GraphqlEntity, sort: readonly Sort[]): readonly string[] =>
  sort.map(({ field, isDescending }) => {
    const as = entity.fields.find(({ name }) => name === field)?.as ?? field
    return `${as}_${isDescending ? 'DESC' : 'ASC'}`
  })
