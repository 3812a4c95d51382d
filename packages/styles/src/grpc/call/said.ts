import { instantOf, type Json, type JsonObject, pointer } from '@charter/runtime'
import type { EnumPlan, FieldPlan, GrpcSurface, MessagePlan, WireType } from '../transport/surface.ts'

/** Thrown for a value that no message of the contract holds; the sentence names where it stands. */
export class Unsayable extends Error {
  override readonly name = 'Unsayable'
}

/** Looks up what a surface holds; made once for a caller. */
export interface SurfaceIndex {
  readonly messages: ReadonlyMap<string, MessagePlan>
  readonly enums: ReadonlyMap<string, EnumPlan>
}

export const sayingOf = ({ messages, enums }: GrpcSurface): SurfaceIndex => ({
  messages: new Map(messages.map((plan) => [plan.name, plan])),
  enums: new Map(enums.map((plan) => [plan.name, plan])),
})

/** A place in a request. `nulls` takes pointers at members that are null; null where the request has no room for them. */
export interface Place {
  readonly path: string
  readonly nulls: string[] | null
}

/** The JSON of a message, as the encoder takes it. Throws an Unsayable for what the wire's types do not hold. */
export const saidMessage = (saying: SurfaceIndex, name: string, value: Json, place: Place): Json => {
  const plan = saying.messages.get(name)
  if (!plan) throw new Error(`The surface has no message ${name}.`)
  switch (plan.shape) {
    case 'list':
      return saidList(saying, plan, value, place)
    case 'map':
      return saidMap(saying, plan, value, place)
    case 'union':
      return saidUnion(saying, plan, value, place)
    case 'record':
      return saidRecord(saying, plan, value, place)
  }
}

const unsayable = ({ path }: Place, why: string): never => {
  throw new Unsayable(`gRPC cannot carry ${path === '' ? 'this value' : `the value at ${path}`}: ${why}.`)
}

const objectAt = (value: Json, place: Place): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : unsayable(place, 'its message is an object')

const below = ({ path, nulls }: Place, step: string | number): Place => ({ path: path + pointer(step), nulls })

const saidRecord = (saying: SurfaceIndex, plan: MessagePlan, value: Json, place: Place): Json => {
  const said: Record<string, Json> = {}
  for (const [member, given] of Object.entries(objectAt(value, place))) {
    const at = below(place, member)
    const field = plan.fields.find((each) => each.member === member)
    if (!field) return unsayable(at, `${plan.name} has no field for it`)
    if (given === null) noteNull(at)
    else said[member] = saidField(saying, field, given, at)
  }
  return said
}

const noteNull = (at: Place): void => {
  if (at.nulls) at.nulls.push(at.path)
  else unsayable(at, 'there a field that is absent is not one without a value')
}

const saidField = (saying: SurfaceIndex, field: FieldPlan, given: Json, at: Place): Json => {
  if (field.label === 'repeated')
    return (given as readonly Json[]).map((item, index) => said(saying, field.type, item, below(at, index)))
  // Rows that are written with their parent are a page's items.
  if (field.relation === 'many' && at.nulls) return { items: rowsOf(saying, field, given, at) }
  return said(saying, field.type, given, at)
}

const rowsOf = (saying: SurfaceIndex, { type }: FieldPlan, given: Json, at: Place): readonly Json[] => {
  const page = type.kind === 'message' ? saying.messages.get(type.of) : undefined
  const row = page?.fields.find(({ member }) => member === 'items')?.type
  if (!Array.isArray(given) || row?.kind !== 'message') return unsayable(at, 'it is a list of rows')
  return (given as readonly Json[]).map((item, index) => saidMessage(saying, row.of, item, below(at, index)))
}

const saidList = (saying: SurfaceIndex, { fields }: MessagePlan, value: Json, place: Place): Json => {
  const type = fields[0]?.type
  if (!Array.isArray(value) || !type) return unsayable(place, 'it is a list')
  return (value as readonly Json[]).map((item, index) => saidItem(saying, type, item, below(place, index)))
}

const saidMap = (saying: SurfaceIndex, { fields }: MessagePlan, value: Json, place: Place): Json => {
  const type = fields[0]?.type
  if (!type) return value
  return Object.fromEntries(
    Object.entries(objectAt(value, place)).map(([key, item]) => {
      if (!key.isWellFormed()) return unsayable(place, 'a name in it is not Unicode text')
      return [key, saidItem(saying, type, item, below(place, key))]
    }),
  )
}

const saidItem = (saying: SurfaceIndex, type: WireType, item: Json, at: Place): Json => {
  if (item !== null || type.kind === 'json') return said(saying, type, item, at)
  noteNull(at)
  return null
}

const saidUnion = (saying: SurfaceIndex, { tag = '', fields, name }: MessagePlan, value: Json, place: Place): Json => {
  const { [tag]: variant, ...members } = objectAt(value, place)
  const field = fields.find(({ member }) => member === variant)
  if (field?.type.kind !== 'message') return unsayable(below(place, tag), `${name} has no such variant`)
  const inner = saidMessage(saying, field.type.of, members, place) as JsonObject
  return { [tag]: field.member, ...inner }
}

const said = (saying: SurfaceIndex, type: WireType, value: Json, at: Place): Json => {
  switch (type.kind) {
    case 'message':
      return saidMessage(saying, type.of, value, at)
    case 'mask':
      return saidMask(saying, type.of, value, at)
    case 'enum':
      return saying.enums.get(type.of)?.values.some((each) => each.value === value)
        ? value
        : unsayable(at, `it is none of the values of ${type.of}`)
    case 'json':
      return value
    default:
      return isOfKind[type.kind](value) ? value : unsayable(at, `it is not of the type ${type.kind}`)
  }
}

const int32Max = 2 ** 31

const isOfKind: Readonly<
  Record<Exclude<WireType['kind'], 'message' | 'mask' | 'enum' | 'json'>, (value: Json) => boolean>
> = {
  string: (value) => typeof value === 'string' && value.isWellFormed(),
  int32: (value) => typeof value === 'number' && Number.isInteger(value) && value >= -int32Max && value < int32Max,
  int64: (value) =>
    typeof value === 'string' &&
    /^(?:0|-?[1-9]\d{0,18})$/.test(value) &&
    BigInt.asIntN(64, BigInt(value)) === BigInt(value),
  count: (value) => typeof value === 'number' && Number.isSafeInteger(value),
  double: (value) => typeof value === 'number' && Number.isFinite(value),
  bool: (value) => typeof value === 'boolean',
  bytes: (value) => typeof value === 'string' && Buffer.from(value, 'base64').toString('base64') === value,
  timestamp: (value) => typeof value === 'string' && instantOf(value) !== undefined,
}

/** A name that is none is carried, for the service to refuse, unless it would come out as another field's. */
const saidMask = (saying: SurfaceIndex, of: string, value: Json, at: Place): Json => {
  const fields = saying.messages.get(of)?.fields ?? []
  for (const name of value as readonly string[]) {
    const isKnown = fields.some(({ member }) => member === name)
    if (!isKnown && (!name.isWellFormed() || fields.some((field) => field.name === name)))
      unsayable(at, `"${name}" is what gRPC calls another field`)
  }
  return value
}
