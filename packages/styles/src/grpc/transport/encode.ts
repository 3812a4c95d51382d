import { type Json, type JsonObject, ownMember } from '@charter/runtime'
import { isInherited } from './inherited.ts'
import type { FieldPlan, GrpcSurface, MessagePlan, WireType } from './surface.ts'
import { wire } from './wire-reader.ts'
import { WireWriter } from './wire-writer.ts'

/** Writes a JSON value as the message of this name. Values are of the contract: what is not is written as nothing. */
export type Encode = (message: string, value: Json) => Buffer

/** Encoders for every message of a surface, each made when it is first used and kept. */
export const encoderOf = (surface: Pick<GrpcSurface, 'messages' | 'enums'>): Encode => {
  const writer = new WireWriter()
  const writers = new Map<string, WriteValue>()
  const encoding: EncoderContext = {
    writer,
    plans: new Map(surface.messages.map((plan) => [plan.name, plan])),
    numbers: new Map(
      surface.enums.map(({ name, values }) => [name, new Map(values.map(({ value, number }) => [value, number]))]),
    ),
    writers,
  }
  return (message, value) => {
    try {
      contentWriter(encoding, message)(value)
      return writer.finish()
    } finally {
      writer.reset()
    }
  }
}

interface EncoderContext {
  readonly writer: WireWriter
  readonly plans: ReadonlyMap<string, MessagePlan>
  readonly numbers: ReadonlyMap<string, ReadonlyMap<string, number>>
  readonly writers: Map<string, WriteValue>
}

type WriteValue = (value: Json) => void

/** Writes the fields of a message, without its length. */
const contentWriter = (encoding: EncoderContext, name: string): WriteValue => {
  const known = encoding.writers.get(name)
  if (known) return known
  const plan = encoding.plans.get(name)
  if (!plan) throw new Error(`The surface has no message ${name}.`)
  // A message may hold itself: its writer is there before those of its fields are made.
  let made: WriteValue = () => {}
  encoding.writers.set(name, (value) => made(value))
  made = shapeWriter(encoding, plan)
  encoding.writers.set(name, made)
  return made
}

const shapeWriter = (encoding: EncoderContext, plan: MessagePlan): WriteValue => {
  if (plan.shape === 'union') return unionWriter(encoding, plan)
  const fields = plan.fields.map((field) => ({
    member: field.member,
    isInherited: isInherited(field.member),
    write: fieldWriter(encoding, field),
  }))
  const only = fields[0]
  if (plan.shape !== 'record') return (value) => only?.write(value)
  return (value) => {
    // Records are objects: `refuses` has looked at what a client gives, the executor at what a service answers.
    const object = value as JsonObject
    for (let at = 0; at < fields.length; at++) {
      const field = fields[at] as (typeof fields)[number]
      const member = field.isInherited ? ownMember(object, field.member) : object[field.member]
      if (member !== undefined && member !== null) field.write(member)
    }
  }
}

const unionWriter = (encoding: EncoderContext, { tag = '', fields }: MessagePlan): WriteValue => {
  const variants = new Map(fields.map((field) => [field.member, fieldWriter(encoding, field)]))
  return (value) => variants.get(String((value as JsonObject)[tag]))?.(value)
}

const fieldWriter = (encoding: EncoderContext, field: FieldPlan): WriteValue => {
  const { writer } = encoding
  const { write, wireType } = valueWriter(encoding, field.type)
  const tag = field.number * 8 + wireType
  const lengthTag = field.number * 8 + wire.length
  if (field.label === 'map') {
    const valueTag = 16 + wireType
    return (value) => {
      for (const [key, item] of Object.entries(value as JsonObject)) {
        writer.varint(lengthTag)
        const start = writer.open()
        writer.varint(8 + wire.length)
        writer.text(key)
        writer.varint(valueTag)
        write(item)
        writer.close(start)
      }
    }
  }
  if (field.label !== 'repeated') {
    return (value) => {
      writer.varint(tag)
      write(value)
    }
  }
  if (wireType === wire.length) {
    return (value) => {
      for (const item of value as readonly Json[]) {
        writer.varint(tag)
        write(item)
      }
    }
  }
  return (value) => {
    const items = value as readonly Json[]
    if (items.length === 0) return
    writer.varint(lengthTag)
    const start = writer.open()
    for (const item of items) write(item)
    writer.close(start)
  }
}

interface ValueWriter {
  readonly wireType: number
  readonly write: WriteValue
}

/** Null stands in lists and maps alone, where `null_paths` says that it does: then any value will do. */
const valueWriter = (encoding: EncoderContext, type: WireType): ValueWriter => {
  const { writer } = encoding
  const varint = (write: WriteValue): ValueWriter => ({ wireType: wire.varint, write })
  const lengthy = (write: WriteValue): ValueWriter => ({ wireType: wire.length, write })
  switch (type.kind) {
    case 'string':
      return lengthy((value) => writer.text(value === null ? '' : String(value)))
    case 'json':
      return lengthy((value) => writer.text(JSON.stringify(value)))
    case 'bytes':
      return lengthy((value) => writer.bytes(Buffer.from(String(value ?? ''), 'base64')))
    case 'int32':
      return varint((value) => writer.int32(Number(value)))
    case 'int64':
    case 'count':
      return varint((value) => writeWide(writer, value))
    case 'bool':
      return varint((value) => writer.varint(value === true ? 1 : 0))
    case 'double':
      return { wireType: 1, write: (value) => writer.double(Number(value)) }
    case 'enum': {
      const numbers = encoding.numbers.get(type.of)
      return varint((value) => writer.varint(numbers?.get(String(value)) ?? 0))
    }
    case 'timestamp':
      return lengthy((value) => writeTimestamp(writer, value))
    case 'mask':
      return lengthy(maskWriter(encoding, type.of))
    case 'message': {
      const write = contentWriter(encoding, type.of)
      return lengthy((value) => {
        const start = writer.open()
        if (value !== null) write(value)
        writer.close(start)
      })
    }
  }
}

const writeWide = (writer: WireWriter, value: Json): void => {
  // Up to 15 digits a number is exact, and cheaper than a big one.
  const text = String(value ?? 0)
  if (text.length < 16 && text.charCodeAt(0) !== 0x2d) writer.varint(Number(text))
  else writer.int64(BigInt(text))
}

/** google.protobuf.Timestamp: whole seconds, rounded down, and nanoseconds after them. */
const writeTimestamp = (writer: WireWriter, value: Json): void => {
  const start = writer.open()
  if (typeof value === 'string') {
    const seconds = Date.parse(`${value.slice(0, 19)}Z`) / 1000
    const fraction = value.slice(20, -1)
    if (seconds !== 0) {
      writer.varint(8 + wire.varint)
      if (seconds > 0) writer.varint(seconds)
      else writer.int64(BigInt(seconds))
    }
    if (fraction !== '') {
      writer.varint(16 + wire.varint)
      writer.varint(Number(fraction.padEnd(9, '0')))
    }
  }
  writer.close(start)
}

/** google.protobuf.FieldMask. A name that is none goes as it is, for the service to refuse. */
const maskWriter = ({ writer, plans }: EncoderContext, of: string): WriteValue => {
  const names = new Map(plans.get(of)?.fields.map(({ member, name }) => [member, name]))
  return (value) => {
    const start = writer.open()
    for (const member of value as readonly string[]) {
      writer.varint(8 + wire.length)
      writer.text(names.get(member) ?? member)
    }
    writer.close(start)
  }
}
