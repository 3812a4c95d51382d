import protobuf from 'protobufjs/minimal.js'
import { TooMuch } from './push-fault.ts'

/** A message of protobuf, by the numbers of the fields that are wanted of it; all others are passed over. */
export interface Message {
  readonly [number: number]: Field
}

type Field =
  | { readonly name: string; readonly is: 'text' | 'hex' | 'double' | 'int' | 'fixed64' }
  | { readonly name: string; readonly is: 'doubles' | 'fixed64s' }
  | { readonly name: string; readonly is: Message; readonly isRepeated?: boolean }

export type Fields = { [name: string]: unknown }

/** Messages in one push, of whatever kind: an empty one takes two bytes, and an object here. */
const messagesMax = 60_000
const valuesMax = 500

/**
 * Reads a message as its JSON would be (proto3 JSON mapping), 64-bit numbers as numbers. Throws TooMuch of what is too many, and any other
 * error of what is no such message.
 */
export const readProtobuf = (bytes: Uint8Array, message: Message): Fields => {
  const reader = protobuf.Reader.create(bytes)
  let left = messagesMax
  const read = (of: Message, end: number): Fields => {
    if (left-- <= 0) throw new TooMuch()
    const made: Fields = {}
    while (reader.pos < end) {
      const tag = reader.uint32()
      const field = of[tag >>> 3]
      if (!field) reader.skipType(tag & 7)
      else if (typeof field.is === 'object') put(made, field, read(field.is, endOf(reader, end)))
      else if (field.is === 'doubles' || field.is === 'fixed64s')
        made[field.name] = [...listIn(made, field.name), ...numbers(reader, tag & 7, field.is)]
      else made[field.name] = readers[field.is](reader)
      if (reader.pos > end) throw new RangeError('A field is longer than its message.')
    }
    return made
  }
  return read(message, reader.len)
}

const put = (made: Fields, field: { readonly name: string; readonly isRepeated?: boolean }, value: Fields): void => {
  if (!field.isRepeated) made[field.name] = value
  else if (Array.isArray(made[field.name])) (made[field.name] as Fields[]).push(value)
  else made[field.name] = [value]
}

const listIn = (made: Fields, name: string): readonly number[] => (made[name] as readonly number[] | undefined) ?? []

const endOf = (reader: protobuf.Reader, most: number): number => {
  const length = reader.uint32()
  if (reader.pos + length > most) throw new RangeError('A message is longer than what it is in.')
  return reader.pos + length
}

const fixed64 = (reader: protobuf.Reader): number => reader.fixed32() + reader.fixed32() * 2 ** 32

const readers = {
  text: (reader: protobuf.Reader) => reader.string(),
  hex: (reader: protobuf.Reader) => Buffer.from(reader.bytes()).toString('hex'),
  double: (reader: protobuf.Reader) => reader.double(),
  int: (reader: protobuf.Reader) => Number(String(reader.int64())),
  fixed64,
}

/** Packed, or one by one (encoding of proto3). */
const numbers = (reader: protobuf.Reader, wire: number, is: 'doubles' | 'fixed64s'): readonly number[] => {
  const one = is === 'doubles' ? readers.double : fixed64
  if (wire !== 2) return [one(reader)]
  const end = endOf(reader, reader.len)
  const found: number[] = []
  while (reader.pos < end) {
    if (found.length >= valuesMax) throw new TooMuch()
    found.push(one(reader))
  }
  return found
}
