import protobuf from 'protobufjs/minimal.js'
import { added, type Fields, type Message, messagesCounted } from './message.ts'
import { TooMuch } from './push-fault.ts'

/** In one push, passed over or not: each may take as little as two bytes. */
const fieldsMax = 250_000

/**
 * Reads a message as its JSON would be (proto3 JSON mapping), 64-bit numbers as numbers. Throws TooMuch of what is too many as soon as there is
 * one too many, and any other error of what is no such message.
 */
export const readProtobuf = (bytes: Uint8Array, message: Message): Fields => {
  const reader = protobuf.Reader.create(bytes)
  const count = messagesCounted()
  let left = fieldsMax
  const read = (of: Message, end: number): Fields => {
    count()
    const made: Fields = {}
    while (reader.pos < end) {
      if (left-- <= 0) throw new TooMuch()
      const tag = reader.uint32()
      const field = of[tag >>> 3]
      if (!field) reader.skipType(tag & 7)
      else if (typeof field.is === 'object') {
        const value = read(field.is, endOf(reader, end))
        made[field.name] =
          field.most === undefined ? value : added(made[field.name] as Fields[] | undefined, value, field.most)
      } else if ('most' in field) readNumbers(reader, tag & 7, made, field)
      else made[field.name] = readers[field.is](reader)
      if (reader.pos > end) throw new RangeError('A field is longer than its message.')
    }
    return made
  }
  return read(message, reader.len)
}

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

interface Numbers {
  readonly name: string
  readonly is: 'doubles' | 'fixed64s'
  readonly most: number
}

/** Packed, or one by one (encoding of proto3); either way they are added to those before. */
const readNumbers = (reader: protobuf.Reader, wire: number, made: Fields, { name, is, most }: Numbers): void => {
  const one = is === 'doubles' ? readers.double : fixed64
  const end = wire === 2 ? endOf(reader, reader.len) : reader.pos + 1
  while (reader.pos < end) made[name] = added(made[name] as number[] | undefined, one(reader), most)
}
