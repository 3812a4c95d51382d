import { isObject, type Json, type JsonObject } from '../runtime/index.ts'
import { type Entry, shapeIn } from './directory.ts'
import type { GraphqlSurface, MemberShape, Shape } from './surface.ts'

/**
 * Input as the executor takes it: members and enum values under the charter's names. Nothing is judged here: what is no
 * name of ours stays as it came, for the executor to refuse as it does in every style.
 */
export const inputValue = (surface: GraphqlSurface, of: Shape, value: Json): Json => {
  const shape = shapeIn(surface, of)
  if (shape.kind === 'scalar' || value === null) return value
  if (shape.kind === 'enum') return enumInput(shape, value)
  if (shape.kind === 'list')
    return Array.isArray(value) ? value.map((each: Json) => inputValue(surface, shape.of, each)) : value
  if (!isObject(value)) return value
  if (shape.kind === 'record') return membersInput(surface, shape.members, value)
  return variantInput(surface, shape, value)
}

/** What its one member says, with the tag. Of none or several no tag is known, and the executor asks for it. */
const variantInput = (surface: GraphqlSurface, shape: Extract<Shape, { kind: 'union' }>, value: JsonObject): Json => {
  const [first, ...others] = Object.entries(value)
  const variant = others.length === 0 ? shape.variants.find(({ as }) => as === first?.[0]) : undefined
  const given = first?.[1] ?? null
  if (!variant || !isObject(given)) return withoutTag(value, shape.tag)
  const named = membersInput(surface, variant.members, withoutTag(given, shape.tag)) as JsonObject
  return { ...named, [shape.tag]: variant.variant }
}

/** A member that is called as the tag is none here: under a name that no member has it is refused as such. */
const withoutTag = (value: JsonObject, tag: string): JsonObject =>
  mapped(value, (name, each) => [name === tag ? `(${name})` : name, each])

const enumInput = ({ values }: Extract<Shape, { kind: 'enum' }>, value: Json): Json =>
  typeof value === 'string' && Object.hasOwn(values, value) ? (values[value] ?? value) : value

/** Members under the charter's names; what is no object stays as it came. */
export const membersInput = (surface: GraphqlSurface, members: readonly MemberShape[], value: Json): Json =>
  isObject(value)
    ? mapped(value, (name, each) => {
        const member = members.find((one) => one.name === name)
        return [name, member ? inputValue(surface, member.shape, each) : each]
      })
    : value

/** A row's fields, and the rows of relations that are written with it. */
export const rowInput = (
  { surface, entryOf }: { readonly surface: GraphqlSurface; entryOf(name: string): Entry },
  entry: Entry,
  value: Json,
): Json =>
  isObject(value)
    ? mapped(value, (as, each) => {
        const field = entry.fields.get(as) ?? entry.writeOnly.get(as)
        if (field) return [field.name, inputValue(surface, field.shape, each)]
        const relation = entry.relations.get(as)
        if (!relation?.isOwned || !Array.isArray(each)) return [relation?.name ?? as, each]
        const target = entryOf(relation.target)
        return [relation.name, each.map((row: Json) => rowInput({ surface, entryOf }, target, row))]
      })
    : value

// `fromEntries` defines own members, so that one named `__proto__` stays one.
const mapped = (value: JsonObject, of: (name: string, each: Json) => readonly [string, Json]): JsonObject =>
  Object.fromEntries(Object.entries(value).map(([name, each]) => of(name, each)))
