import type { Charter } from '@charter/charter'
import type { Member, Type } from '@charter/runtime'
import { type Scope, upperFirst, valueNames } from './names.ts'
import type { MemberShape, Shape } from './transport/surface.ts'

/** What the names of a charter's values are made with. */
export interface ShapeContext {
  readonly types: Charter['types']
  readonly names: Scope
}

const scalars: Readonly<Partial<Record<Type['kind'], string>>> = {
  text: 'String',
  int32: 'Int',
  float64: 'Float',
  boolean: 'Boolean',
  decimal: 'Decimal',
  date: 'Date',
  time: 'Time',
  dateTime: 'DateTime',
  instant: 'Instant',
  duration: 'Duration',
  uuid: 'UUID',
  bytes: 'Bytes',
  json: 'JSON',
  // Its members have no names to select by.
  map: 'JSON',
}

/** How values of a type look; types that it declares on the way are called after `name` and known to the lock by `id`. */
export const shapeOf = (shaping: ShapeContext, type: Type, id: string, name: string): Shape => {
  switch (type.kind) {
    case 'int64':
      return { kind: 'scalar', name: type.isNumber ? 'SafeInt' : 'Int64' }
    case 'enum':
      return { kind: 'enum', name: shaping.names.take(id, name), values: valueNames(type.values) }
    case 'array':
      return { kind: 'list', of: shapeOf(shaping, type.items, `${id}[]`, name) }
    case 'vector':
      return { kind: 'list', of: { kind: 'scalar', name: 'Float' } }
    case 'record': {
      const own = { name: shaping.names.take(id, name), input: shaping.names.take(`${id} input`, `${name}Value`) }
      return { kind: 'record', ...own, members: membersOf(shaping, type.members, id, own.name) }
    }
    case 'union':
      return unionOf(shaping, type, id, name)
    case 'named':
      return isRecursive(shaping.types, type.name) ? { kind: 'scalar', name: 'JSON' } : { kind: 'ref', type: type.name }
    default:
      return { kind: 'scalar', name: scalars[type.kind] ?? 'JSON' }
  }
}

/** How members look; the types that they declare are called after `name`. */
export const membersOf = (
  shaping: ShapeContext,
  members: readonly Member[],
  id: string,
  name: string,
): readonly MemberShape[] =>
  members.map((member) => ({
    name: member.name,
    shape: shapeOf(shaping, member.type, `${id}.${member.name}`, name + upperFirst(member.name)),
    isOptional: member.isOptional,
    ...(member.default && { hasDefault: true }),
  }))

const unionOf = (shaping: ShapeContext, type: Extract<Type, { kind: 'union' }>, id: string, name: string): Shape => {
  const own = { name: shaping.names.take(id, name), input: shaping.names.take(`${id} input`, `${name}Value`) }
  const values = valueNames(Object.keys(type.variants))
  return {
    kind: 'union',
    ...own,
    tag: type.tag,
    tags: {
      kind: 'enum',
      name: shaping.names.take(`${id} tag`, own.name + upperFirst(type.tag)),
      values,
    },
    variants: Object.entries(values).map(([as, variant]) => {
      const of = shaping.names.take(`${id}|${variant}`, own.name + upperFirst(variant))
      const input = shaping.names.take(`${id}|${variant} input`, `${of}Value`)
      const members = membersOf(shaping, type.variants[variant] ?? [], `${id}|${variant}`, of)
      return { variant, name: of, as, input, members }
    }),
  }
}

/** Whether values of the declared type may hold others of it. */
const isRecursive = (types: Charter['types'], name: string): boolean => {
  const seen = new Set<string>()
  const reaches = (type: Type): boolean => {
    switch (type.kind) {
      case 'named': {
        if (type.name === name) return true
        if (seen.has(type.name)) return false
        seen.add(type.name)
        const next = types[type.name]?.type
        return next !== undefined && reaches(next)
      }
      case 'array':
        return reaches(type.items)
      case 'map':
        return reaches(type.values)
      case 'record':
        return type.members.some((member) => reaches(member.type))
      case 'union':
        return Object.values(type.variants).some((members) => members.some((member) => reaches(member.type)))
      default:
        return false
    }
  }
  const of = types[name]?.type
  return of !== undefined && reaches(of)
}
