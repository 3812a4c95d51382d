import { isObject, type Json, type JsonObject, ownMember } from '@charter/runtime'
import { shapeIn } from '../transport/directory.ts'
import type { GraphqlEntity, GraphqlSurface, MemberShape, Shape, UnionShape } from '../transport/surface.ts'

/** Thrown for what GraphQL has no words for; `sentence` names it. */
export class Unsayable extends Error {}

type EnumShape = Extract<Shape, { kind: 'enum' }>

/** A value under GraphQL's names. What is wrong with it goes as it is, for the service to refuse. */
export const outgoing = (surface: GraphqlSurface, of: Shape, value: Json, path: string): Json => {
  const shape = shapeIn(surface, of)
  if (shape.kind === 'enum') return enumName(shape, value, path)
  if (shape.kind === 'list' && Array.isArray(value))
    return value.map((each: Json) => outgoing(surface, shape.of, each, path))
  if (shape.kind === 'record') return outgoingMembers(surface, shape.members, value, path)
  if (shape.kind !== 'union' || !isObject(value)) return value
  return outgoingVariant(surface, shape, value, path)
}

/** `{ kind: 'mail', address }` as `{ mail: { address } }`. */
const outgoingVariant = (surface: GraphqlSurface, shape: UnionShape, value: JsonObject, path: string): Json => {
  const { [shape.tag]: tag, ...members } = value
  if (tag === undefined) return members
  const variant = shape.variants.find((each) => each.variant === tag)
  if (!variant) throw new Unsayable(`GraphQL has no variant ${JSON.stringify(tag)} of ${path}.`)
  return { [variant.as]: outgoingMembers(surface, variant.members, members, path) }
}

/** An object of declared members under GraphQL's names. */
export const outgoingMembers = (
  surface: GraphqlSurface,
  members: readonly MemberShape[],
  value: Json,
  path: string,
): Json =>
  isObject(value)
    ? Object.fromEntries(
        Object.entries(value).map(([name, each]) => {
          const member = members.find((one) => one.name === name)
          return [name, member ? outgoing(surface, member.shape, each, `${path}.${name}`) : each]
        }),
      )
    : value

const enumName = ({ values }: EnumShape, value: Json, path: string): Json => {
  if (typeof value !== 'string') return value
  const name = Object.entries(values).find(([, wire]) => wire === value)?.[0]
  // A value that is none, but is how GraphQL calls another, would arrive as that other.
  if (name === undefined && Object.hasOwn(values, value))
    throw new Unsayable(`GraphQL cannot carry "${value}" in ${path}: it is its name for another value.`)
  return name ?? value
}

/** A row's members under their names in GraphQL. */
export const outgoingRow = (surface: GraphqlSurface, entity: GraphqlEntity, value: Json): Json =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, each]) => outgoingMember(surface, entity, name, each)))
    : value

const outgoingMember = (
  surface: GraphqlSurface,
  entity: GraphqlEntity,
  name: string,
  value: Json,
): readonly [string, Json] => {
  const field = [...entity.fields, ...(entity.writeOnly ?? [])].find((each) => each.name === name)
  if (field) return [field.as, outgoing(surface, field.shape, value, `${entity.name}.${name}`)]
  const relation = entity.relations.find((each) => each.name === name)
  const isTaken = [...entity.fields, ...entity.relations].some(({ as }) => as === (relation?.as ?? name))
  if (!relation && isTaken)
    throw new Unsayable(`GraphQL cannot carry "${name}" of ${entity.name}: it is its name for another member.`)
  const target = surface.entities.find((each) => each.name === relation?.target)
  if (!relation?.isOwned || !target || !Array.isArray(value)) return [relation?.as ?? name, value]
  return [relation.as, value.map((row: Json) => outgoingRow(surface, target, row))]
}

/** The selection of a value that has members; empty for one that has none. */
export const valueSelection = (surface: GraphqlSurface, of: Shape): string => {
  const shape = shapeIn(surface, of)
  if (shape.kind === 'list') return valueSelection(surface, shape.of)
  if (shape.kind === 'record') return ` { ${memberSelections(surface, shape.members, '')} }`
  if (shape.kind !== 'union') return ''
  // Members of one name may be of different types: each variant has its own names in the answer.
  const variants = shape.variants.map(
    ({ name, members }, at) => `... on ${name} { tag: ${shape.tag} ${memberSelections(surface, members, `v${at}_`)} }`,
  )
  return ` { ${variants.join(' ')} }`
}

const memberSelections = (surface: GraphqlSurface, members: readonly MemberShape[], prefix: string): string =>
  members.length === 0
    ? '__typename'
    : members
        .map(
          ({ name, shape }) => `${prefix === '' ? '' : `${prefix}${name}: `}${name}${valueSelection(surface, shape)}`,
        )
        .join(' ')

/** A value of an answer under the charter's names. */
export const incoming = (surface: GraphqlSurface, of: Shape, value: Json): Json => {
  const shape = shapeIn(surface, of)
  if (value === null) return null
  if (shape.kind === 'enum') return typeof value === 'string' ? (ownMember(shape.values, value) ?? value) : value
  if (shape.kind === 'list')
    return Array.isArray(value) ? value.map((each: Json) => incoming(surface, shape.of, each)) : value
  if (shape.kind === 'record') return isObject(value) ? incomingMembers(surface, shape.members, value, '') : value
  if (shape.kind !== 'union' || !isObject(value)) return value
  const tag = incoming(surface, shape.tags, value.tag ?? null)
  const at = shape.variants.findIndex(({ variant }) => variant === tag)
  const members = shape.variants[at]?.members ?? []
  return { [shape.tag]: tag, ...incomingMembers(surface, members, value, `v${at}_`) }
}

const incomingMembers = (
  surface: GraphqlSurface,
  members: readonly MemberShape[],
  value: JsonObject,
  prefix: string,
): JsonObject =>
  Object.fromEntries(members.map(({ name, shape }) => [name, incoming(surface, shape, value[prefix + name] ?? null)]))
