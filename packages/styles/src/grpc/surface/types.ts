import type { Member, Type } from '@charter/runtime'
import type { FieldPlan, MessagePlan, ScalarKind, WireType } from '../transport/surface.ts'
import { pascalCase, snakeCase } from './spelling.ts'
import { addEnum, fieldNames, fixed, type SurfaceDraft, typeName } from './surface-draft.ts'

/** Where a type stands: a stable path for numbers, and the name that a message made for it would like. */
export interface TypePlace {
  readonly place: string
  readonly wanted: string
}

/** How a value of the type travels; messages and enums that it needs are added. */
export const wireType = (building: SurfaceDraft, type: Type, at: TypePlace): WireType => {
  const scalar = scalarOf(type)
  if (scalar) return { kind: scalar }
  switch (type.kind) {
    case 'enum':
      return { kind: 'enum', of: addEnum(building, at.place, at.wanted, type.values) }
    case 'vector':
      return { kind: 'message', of: addList(building, { kind: 'double' }) }
    case 'array':
      return { kind: 'message', of: addList(building, wireType(building, type.items, at)) }
    case 'map':
      return { kind: 'message', of: addMap(building, wireType(building, type.values, at)) }
    case 'record':
      return { kind: 'message', of: addRecord(building, type.members, at) }
    case 'union':
      return { kind: 'message', of: addUnion(building, type, at) }
    case 'named':
      return named(building, type.name)
    default:
      throw new Error(`no protobuf type for ${type.kind}`)
  }
}

const scalarOf = (type: Type): ScalarKind | undefined => {
  switch (type.kind) {
    case 'text':
    case 'uuid':
    case 'decimal':
    case 'date':
    case 'time':
    case 'dateTime':
    case 'duration':
      return 'string'
    case 'int64':
      return type.isNumber ? 'count' : 'int64'
    case 'float64':
      return 'double'
    case 'boolean':
      return 'bool'
    case 'instant':
      return 'timestamp'
    case 'int32':
    case 'bytes':
    case 'json':
      return type.kind
    default:
      return undefined
  }
}

/** A declared type has a message of its name where it needs one, made once: the only way to recursion. */
const named = (building: SurfaceDraft, name: string): WireType => {
  const declared = building.charter.types[name]?.type
  if (!declared) throw new Error(`the charter has no type ${name}`)
  const at: TypePlace = { place: `types.${name}`, wanted: pascalCase(name) }
  if (declared.kind !== 'array' && declared.kind !== 'map') return wireType(building, declared, at)
  const message = typeName(building, at.place, at.wanted)
  if (!building.messages.has(message)) {
    building.messages.set(message, { name: message, shape: 'list', fields: [] })
    const inner = declared.kind === 'array' ? declared.items : declared.values
    const of = wireType(building, inner, { place: `${at.place}.items`, wanted: `${at.wanted}Item` })
    building.messages.set(message, collection(message, declared.kind, of, name))
  }
  return { kind: 'message', of: message }
}

const collection = (name: string, kind: 'array' | 'map', type: WireType, of?: string): MessagePlan => ({
  name,
  shape: kind === 'array' ? 'list' : 'map',
  fields: [fixed(1, kind === 'array' ? 'items' : 'entries', '', type, kind === 'array' ? 'repeated' : 'map')],
  ...(of !== undefined && { of }),
})

/** `StringList`: a list of its own message, so that no list and an empty one differ. */
export const addList = (building: SurfaceDraft, type: WireType): string => addCollection(building, 'array', type)
const addMap = (building: SurfaceDraft, type: WireType): string => addCollection(building, 'map', type)

const addCollection = (building: SurfaceDraft, kind: 'array' | 'map', type: WireType): string => {
  const name = `${typeWord(type)}${kind === 'array' ? 'List' : 'Map'}`
  if (!building.messages.has(name)) building.messages.set(name, collection(name, kind, type))
  return name
}

const words: Readonly<Record<ScalarKind, string>> = {
  string: 'String',
  int32: 'Int32',
  int64: 'Int64',
  count: 'SafeInt64',
  double: 'Double',
  bool: 'Bool',
  bytes: 'Bytes',
  timestamp: 'Timestamp',
  json: 'Json',
}

/** `Int32`, `PatientState`: what a type is called in the names of messages about it. */
export const typeWord = (type: WireType): string => ('of' in type ? type.of : words[type.kind])

/** Names that messages for plain values may have; no entity or type gets one of them. */
export const scalarNames: readonly string[] = Object.values(words).flatMap((word) => [
  `${word}List`,
  `${word}Map`,
  `${word}Condition`,
])

const addRecord = (building: SurfaceDraft, members: readonly Member[], at: TypePlace): string => {
  const name = typeName(building, at.place, at.wanted)
  if (building.messages.has(name)) return name
  // A recursive type meets itself while its members are made.
  building.messages.set(name, { name, shape: 'record', fields: [] })
  building.messages.set(name, {
    name,
    shape: 'record',
    ...memberFields(building, members, { ...at, wanted: name }),
    ...ofType(at),
  })
  return name
}

const ofType = ({ place }: TypePlace) => (place.startsWith('types.') ? { of: place.slice('types.'.length) } : {})

/** Fields for the members of a record or an input, in the order that they are written; numbers are kept by name. */
export const memberFields = (
  building: SurfaceDraft,
  members: readonly Member[],
  { place, wanted }: TypePlace,
): Pick<MessagePlan, 'fields' | 'reservedNumbers' | 'reservedNames'> => {
  const numbers = building.allocation.numbers(
    place,
    members.map(({ name }) => name),
  )
  const byNumber = [...members].sort((a, b) => numbers.of(a.name) - numbers.of(b.name))
  const spell = fieldNames()
  const names = new Map(byNumber.map(({ name }) => [name, spell(name)]))
  const fields = members.map(
    ({ name, type }): FieldPlan => ({
      name: names.get(name) ?? snakeCase(name),
      member: name,
      number: numbers.of(name),
      type: wireType(building, type, { place: `${place}.${name}`, wanted: wanted + pascalCase(name) }),
      label: 'one',
      isNullable: true,
    }),
  )
  return { fields, ...reservedOf(numbers.dropped, fields) }
}

/** What was dropped, its number and (where nothing else has it now) its name. */
export const reservedOf = (
  dropped: readonly { readonly name: string; readonly number: number }[],
  fields: readonly FieldPlan[],
): Pick<MessagePlan, 'reservedNumbers' | 'reservedNames'> => {
  if (dropped.length === 0) return {}
  const names = dropped
    .map(({ name }) => snakeCase(name))
    .filter((name) => !fields.some((field) => field.name === name))
  return { reservedNumbers: dropped.map(({ number }) => number), reservedNames: [...new Set(names)] }
}

const addUnion = (
  building: SurfaceDraft,
  { tag, variants }: Extract<Type, { kind: 'union' }>,
  at: TypePlace,
): string => {
  const name = typeName(building, at.place, at.wanted)
  if (building.messages.has(name)) return name
  building.messages.set(name, { name, shape: 'union', fields: [] })
  const numbers = building.allocation.numbers(at.place, Object.keys(variants))
  const oneof = snakeCase(tag)
  const spell = fieldNames([oneof])
  const byNumber = Object.keys(variants).sort((a, b) => numbers.of(a) - numbers.of(b))
  const names = new Map(byNumber.map((variant) => [variant, spell(variant)]))
  const fields = Object.entries(variants).map(([variant, members]): FieldPlan => {
    const standing = { place: `${at.place}.${variant}`, wanted: name + pascalCase(variant) }
    return {
      name: names.get(variant) ?? snakeCase(variant),
      member: variant,
      number: numbers.of(variant),
      type: { kind: 'message', of: addRecord(building, members, standing) },
      label: 'oneof',
    }
  })
  building.messages.set(name, {
    name,
    shape: 'union',
    tag,
    oneof,
    fields,
    ...reservedOf(numbers.dropped, fields),
    ...ofType(at),
  })
  return name
}
