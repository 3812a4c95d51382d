import { type Json, type JsonObject, ownMember, parseExact } from '../runtime/index.ts'
import type { EnumPlan, FieldPlan, GrpcSurface, MessagePlan, WireType } from './surface.ts'

/** A message in protobuf's own JSON (protobuf.dev/programming-guides/json), as grpcurl takes and gives it. */
export interface ProtoJson {
  /** From a value under the charter's names, as `encoderOf` takes it. */
  write(message: string, value: Json): JsonObject
  /** The way back. Throws an Error whose sentence says what is not of the contract. */
  read(message: string, json: Json): Json
}

export const protoJsonOf = (surface: Pick<GrpcSurface, 'messages' | 'enums'>): ProtoJson => {
  const plans: Plans = {
    messages: new Map(surface.messages.map((plan) => [plan.name, plan])),
    enums: new Map(surface.enums.map((plan) => [plan.name, plan])),
  }
  return {
    write: (message, value) => writeMessage(plans, planOf(plans, message), value),
    read: (message, json) => readMessage(plans, planOf(plans, message), json, 0),
  }
}

interface Plans {
  readonly messages: ReadonlyMap<string, MessagePlan>
  readonly enums: ReadonlyMap<string, EnumPlan>
}

const planOf = ({ messages }: Plans, name: string): MessagePlan => {
  const plan = messages.get(name)
  if (!plan) throw new Error(`The surface has no message ${name}.`)
  return plan
}

/** `birth_date` is `birthDate`. */
const jsonName = ({ name }: Pick<FieldPlan, 'name'>): string =>
  name.replaceAll(/_+([^_])/g, (_, letter: string) => letter.toUpperCase()).replaceAll('_', '')

const writeMessage = (plans: Plans, plan: MessagePlan, value: Json): JsonObject => {
  const [only] = plan.fields
  if (plan.shape === 'list' || plan.shape === 'map')
    return only ? { [jsonName(only)]: writeField(plans, only, value) } : {}
  const given = value as JsonObject
  const fields =
    plan.shape === 'union' ? plan.fields.filter(({ member }) => member === given[plan.tag ?? '']) : plan.fields
  return Object.fromEntries(
    fields.flatMap((field): [string, Json][] => {
      const member = plan.shape === 'union' ? given : ownMember(given, field.member)
      return member === undefined || member === null ? [] : [[jsonName(field), writeField(plans, field, member)]]
    }),
  )
}

const writeField = (plans: Plans, { label, type }: FieldPlan, value: Json): Json => {
  if (label === 'repeated') return (value as readonly Json[]).map((item) => writeValue(plans, type, item))
  if (label !== 'map') return writeValue(plans, type, value)
  return Object.fromEntries(
    Object.entries(value as JsonObject).map(([key, item]) => [key, writeValue(plans, type, item)]),
  )
}

const writeValue = (plans: Plans, type: WireType, value: Json): Json => {
  switch (type.kind) {
    case 'message':
      return value === null ? {} : writeMessage(plans, planOf(plans, type.of), value)
    case 'enum':
      return plans.enums.get(type.of)?.values.find((each) => each.value === value)?.name ?? value
    case 'json':
      return JSON.stringify(value)
    case 'int64':
    case 'count':
      return String(value ?? 0)
    case 'mask':
      return (value as readonly string[]).map((member) => maskName(plans, type.of, member)).join(',')
    default:
      return value
  }
}

const maskName = (plans: Plans, of: string, member: string): string => {
  const field = plans.messages.get(of)?.fields.find((each) => each.member === member)
  return field ? jsonName(field) : member
}

const depthMax = 100

const readMessage = (plans: Plans, plan: MessagePlan, json: Json, depth: number): Json => {
  if (depth > depthMax)
    throw new Error(`The message is nested deeper than ${depthMax} messages; send one that is flatter.`)
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw new Error(`${plan.name} is an object; this is not one.`)
  const read = Object.entries(json as JsonObject).flatMap(([name, given]): [FieldPlan, Json][] => {
    const field = plan.fields.find((each) => jsonName(each) === name || each.name === name)
    if (!field) throw new Error(`${plan.name} has no field "${name}".`)
    return given === null ? [] : [[field, readField(plans, field, given, depth)]]
  })
  const [first] = read
  if (plan.shape === 'list') return first?.[1] ?? []
  if (plan.shape === 'map') return first?.[1] ?? {}
  if (plan.shape === 'union') return first ? { [plan.tag ?? '']: first[0].member, ...(first[1] as JsonObject) } : {}
  return Object.fromEntries(read.map(([{ member }, value]) => [member, value]))
}

const readField = (plans: Plans, field: FieldPlan, given: Json, depth: number): Json => {
  const one = (value: Json): Json => readValue(plans, field, value, depth)
  if (field.label === 'repeated') {
    if (!Array.isArray(given)) throw new Error(`"${jsonName(field)}" is a list; this is not one.`)
    return (given as readonly Json[]).map(one)
  }
  if (field.label !== 'map') return one(given)
  if (typeof given !== 'object' || given === null)
    throw new Error(`"${jsonName(field)}" is an object; this is not one.`)
  return Object.fromEntries(Object.entries(given as JsonObject).map(([key, value]) => [key, one(value)]))
}

const readValue = (plans: Plans, field: FieldPlan, given: Json, depth: number): Json => {
  const { type } = field
  const refuse = (wanted: string): never => {
    throw new Error(`"${jsonName(field)}" is ${wanted}; this is not one.`)
  }
  switch (type.kind) {
    case 'message':
      return readMessage(plans, planOf(plans, type.of), given, depth + 1)
    case 'enum': {
      const found = plans.enums.get(type.of)?.values.find(({ name, number }) => name === given || number === given)
      return found?.value ?? refuse(`a value of ${type.of}`)
    }
    case 'json':
      return typeof given === 'string' ? parseExact(given) : refuse('JSON as a string')
    case 'bool':
      return typeof given === 'boolean' ? given : refuse('true or false')
    case 'double':
      return Number.isFinite(Number(given)) ? Number(given) : refuse('a number')
    case 'int32':
      return Number.isInteger(Number(given)) && Math.abs(Number(given)) < 2 ** 31 ? Number(given) : refuse('an int32')
    case 'int64':
    case 'count':
      return /^-?\d{1,19}$/.test(String(given)) ? String(given) : refuse('an int64')
    case 'mask':
      return typeof given === 'string' ? membersOf(plans, type.of, given) : refuse('a list of names with commas')
    case 'timestamp':
      return typeof given === 'string' && /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?Z$/.test(given)
        ? given
        : refuse('an instant, as 2026-03-31T12:00:00Z')
    default:
      return typeof given === 'string' ? given : refuse('a string')
  }
}

const membersOf = (plans: Plans, of: string, text: string): readonly string[] =>
  text === ''
    ? []
    : text.split(',').map((name) => {
        const field = plans.messages.get(of)?.fields.find((each) => jsonName(each) === name || each.name === name)
        return field?.member ?? name
      })
