import { errorPointer, type InputError, InputErrors, instantOfMicros, type Json, parseJson } from '../runtime/index.ts'
import { isInherited } from './inherited.ts'
import type { EnumPlan, FieldPlan, GrpcSurface, MessagePlan, WireType } from './surface.ts'
import { WireError, WireReader, wire } from './wire-reader.ts'

/** What was read of a message, with what of it stands for no value (`errors` at JSON Pointers into it). */
export interface Decoded {
  readonly value: Json
  readonly errors: InputErrors
}

/** Reads bytes as the message of this name. Throws a WireError for bytes that are none. */
export type Decode = (message: string, bytes: Buffer) => Decoded

/** Most protobuf libraries read no deeper (C++, Java, Python: 100). */
const depthMax = 100

/** `answers`: what a record does not say is null there; in requests it is absent. */
export const decoderOf = (
  surface: Pick<GrpcSurface, 'messages' | 'enums'>,
  { answers }: { readonly answers: boolean },
): Decode => {
  const plans = new Map(surface.messages.map((plan) => [plan.name, plan]))
  const enums = new Map(surface.enums.map((plan) => [plan.name, plan]))
  const readers = new Map<string, ReadContent>()
  return (message, bytes) => {
    const decoding: DecodeState = { reader: new WireReader(bytes), errors: new InputErrors(), path: [], depth: 0 }
    const value = contentReader({ plans, enums, readers, answers }, message)(decoding)
    return { value, errors: decoding.errors }
  }
}

interface DecoderContext {
  readonly plans: ReadonlyMap<string, MessagePlan>
  readonly enums: ReadonlyMap<string, EnumPlan>
  readonly readers: Map<string, ReadContent>
  readonly answers: boolean
}

interface DecodeState {
  readonly reader: WireReader
  readonly errors: InputErrors
  readonly path: (string | number)[]
  depth: number
}

type ReadContent = (decoding: DecodeState) => Json

/** Reads the fields of a message up to the end of what the reader sees. */
const contentReader = (compiling: DecoderContext, name: string): ReadContent => {
  const known = compiling.readers.get(name)
  if (known) return known
  const plan = compiling.plans.get(name)
  if (!plan) throw new Error(`The surface has no message ${name}.`)
  let made: ReadContent = () => null
  compiling.readers.set(name, (decoding) => made(decoding))
  made = bounded(shapeReader(compiling, plan))
  compiling.readers.set(name, made)
  return made
}

const bounded =
  (read: ReadContent): ReadContent =>
  (decoding) => {
    if (++decoding.depth > depthMax)
      throw new WireError(`The message is nested deeper than ${depthMax} messages; send one that is flatter.`)
    const value = read(decoding)
    decoding.depth--
    return value
  }

type ReadField = (decoding: DecodeState, wireType: number, into: Record<string, Json>) => void

const shapeReader = (compiling: DecoderContext, plan: MessagePlan): ReadContent => {
  const fields = new Map(plan.fields.map((field) => [field.number, fieldReader(compiling, plan, field)]))
  const isList = plan.shape === 'list'
  const isRecord = plan.shape === 'record'
  const repeated = plan.fields.filter(({ label }) => label === 'repeated').map(({ member }) => member)
  const ordered = compiling.answers && isRecord ? plan.fields : null
  // An object that inherits nothing costs more: it is made where a name asks for it.
  const inherits = plan.fields.some(({ member }) => isInherited(member))
  return (decoding) => {
    const { reader } = decoding
    const into: Record<string, Json> = inherits ? Object.create(null) : {}
    while (reader.hasMore) {
      const tag = reader.tag()
      const read = fields.get(Math.floor(tag / 8))
      if (read) read(decoding, tag % 8, into)
      else reader.skip(tag % 8)
    }
    if (isList) return into.items ?? []
    if (isRecord) for (const member of repeated) into[member] ??= []
    return ordered ? inOrder(ordered, into) : into
  }
}

const inOrder = (fields: readonly FieldPlan[], read: Readonly<Record<string, Json>>): Json => {
  const ordered: Record<string, Json> = {}
  for (const { member, isNullable } of fields) {
    const value = read[member]
    if (value !== undefined) ordered[member] = value
    else if (isNullable) ordered[member] = null
  }
  return ordered
}

const fieldReader = (compiling: DecoderContext, plan: MessagePlan, field: FieldPlan): ReadField => {
  const { read, wireType: wanted, isPacked } = valueReader(compiling, field.type)
  const expect = (wireType: number) => {
    if (wireType !== wanted) throw new WireError(`The field ${plan.name}.${field.name} is not of the contract's type.`)
  }
  if (field.label === 'map') return mapReader(read)
  if (field.label === 'repeated') {
    const member = plan.shape === 'list' ? 'items' : field.member
    return (decoding, wireType, into) => {
      // A list of this member alone is made here; what is read is put at its end.
      into[member] ??= []
      const items = into[member] as Json[]
      const one = () => {
        if (plan.shape === 'record') decoding.path.push(member)
        decoding.path.push(items.length)
        items.push(read(decoding))
        decoding.path.length -= plan.shape === 'record' ? 2 : 1
      }
      if (isPacked && wireType === wire.length)
        decoding.reader.nested(() => {
          while (decoding.reader.hasMore) one()
        })
      else {
        expect(wireType)
        one()
      }
    }
  }
  if (plan.shape === 'union')
    return (decoding, wireType, into) => {
      expect(wireType)
      for (const other of Object.keys(into)) delete into[other]
      into[plan.tag ?? ''] = field.member
      Object.assign(into, read(decoding))
    }
  return (decoding, wireType, into) => {
    expect(wireType)
    // Of a oneof the last one read counts.
    if (field.label === 'oneof') for (const other of plan.fields) if (other.label === 'oneof') delete into[other.member]
    decoding.path.push(field.member)
    into[field.member] = read(decoding)
    decoding.path.pop()
  }
}

const mapReader =
  (read: (decoding: DecodeState) => Json): ReadField =>
  (decoding, wireType, into) => {
    const { reader } = decoding
    if (wireType !== wire.length) throw new WireError('The entries of a map are not of the contract’s type.')
    reader.nested(() => {
      let key = ''
      let value: Json | undefined
      while (reader.hasMore) {
        const tag = reader.tag()
        if (tag === 8 + wire.length) key = reader.text()
        else if (tag >> 3 === 2) {
          decoding.path.push(key)
          value = read(decoding)
          decoding.path.pop()
        } else reader.skip(tag % 8)
      }
      // A key may be `__proto__`, which assignment would not make a member.
      if (value !== undefined)
        Object.defineProperty(into, key, { value, enumerable: true, configurable: true, writable: true })
    })
  }

interface ValueReader {
  readonly wireType: number
  readonly read: (decoding: DecodeState) => Json
  readonly isPacked?: boolean
}

const valueReader = (compiling: DecoderContext, type: WireType): ValueReader => {
  const varint = (read: ValueReader['read']): ValueReader => ({ wireType: wire.varint, read, isPacked: true })
  const lengthy = (read: ValueReader['read']): ValueReader => ({ wireType: wire.length, read })
  switch (type.kind) {
    case 'string':
      return lengthy(({ reader }) => reader.text())
    case 'json':
      return lengthy(readJson)
    case 'bytes':
      return lengthy(({ reader }) => reader.bytes().toString('base64'))
    case 'int32':
      return varint(({ reader }) => reader.int32())
    case 'int64':
      return varint(({ reader }) => reader.int64().toString())
    case 'count':
      return varint(readCount)
    case 'bool':
      return varint(({ reader }) => reader.bool())
    case 'double':
      return { wireType: wire.fixed64, read: readDouble, isPacked: true }
    case 'enum': {
      const values = new Map(compiling.enums.get(type.of)?.values.map(({ number, value }) => [number, value]))
      return varint((decoding) => readEnum(decoding, values))
    }
    case 'timestamp':
      return lengthy(readTimestamp)
    case 'mask': {
      const members = new Map(compiling.plans.get(type.of)?.fields.map(({ name, member }) => [name, member]))
      return lengthy((decoding) => readMask(decoding, members))
    }
    case 'message': {
      const read = contentReader(compiling, type.of)
      return lengthy((decoding) => decoding.reader.nested(() => read(decoding)))
    }
  }
}

const wrong = ({ errors, path }: DecodeState, code: InputError['code'], message: string | (() => string)): null => {
  errors.push(() => ({
    path: errorPointer(...path),
    code,
    message: typeof message === 'string' ? message : message(),
  }))
  return null
}

const readJson = (decoding: DecodeState): Json => {
  const parsed = parseJson(decoding.reader.text())
  if ('value' in parsed) return parsed.value
  const at = errorPointer(...decoding.path)
  for (const error of parsed.errors) decoding.errors.push({ ...error, path: at + error.path })
  return null
}

const readCount = (decoding: DecodeState): Json => {
  const value = Number(decoding.reader.int64())
  if (Number.isSafeInteger(value)) return value
  return wrong(decoding, value < 0 ? 'too-small' : 'too-large', 'Give a number inside ±(2^53−1).')
}

const readDouble = (decoding: DecodeState): Json => {
  const value = decoding.reader.double()
  if (Number.isFinite(value)) return value === 0 ? 0 : value
  return wrong(decoding, 'wrong-type', 'Give a number: NaN and Infinity are none.')
}

const readEnum = (decoding: DecodeState, values: ReadonlyMap<number, string>): Json => {
  const value = values.get(decoding.reader.int32())
  const oneOf = () => `Give one of: ${[...values.values()].slice(0, 20).join(', ')}.`
  return value ?? wrong(decoding, 'not-in-enum', oneOf)
}

const readTimestamp = (decoding: DecodeState): Json => {
  const { reader } = decoding
  let seconds = 0n
  let nanos = 0
  reader.nested(() => {
    while (reader.hasMore) {
      const tag = reader.tag()
      if (tag === 8 + wire.varint) seconds = reader.int64()
      else if (tag === 16 + wire.varint) nanos = reader.int32()
      else reader.skip(tag % 8)
    }
  })
  if (nanos < 0 || nanos > 999_999_999) return wrong(decoding, 'format', 'Give nanos from 0 to 999999999.')
  if (nanos % 1000 !== 0)
    return wrong(decoding, 'format', 'Give at most six digits after the second: whole microseconds.')
  const instant = instantOfMicros(seconds * 1_000_000n + BigInt(nanos / 1000))
  return instant ?? wrong(decoding, 'format', 'Give an instant of the years 0001 to 9999.')
}

const readMask = ({ reader }: DecodeState, members: ReadonlyMap<string, string>): Json => {
  const paths: string[] = []
  reader.nested(() => {
    while (reader.hasMore) {
      const tag = reader.tag()
      if (tag !== 8 + wire.length) reader.skip(tag % 8)
      else {
        const path = reader.text()
        paths.push(members.get(path) ?? path)
      }
    }
  })
  return paths
}
