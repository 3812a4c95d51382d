import { type Field, type Fields, type Message, messagesCounted, type One } from './message.ts'
import { TooMuch } from './push-fault.ts'

/**
 * Reads what JSON.parse gave as a message (proto3 JSON mapping), as `readProtobuf` does. Throws TooMuch of a list that is too long before anything
 * of it is read, and a TypeError of the first that is none: what is wrong a thousand times is looked at once.
 */
export const readJson = (json: unknown, message: Message): Fields => {
  const count = messagesCounted()
  const read = (of: Message, value: unknown): Fields => {
    count()
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new TypeError('It is no message.')
    const made: Fields = {}
    for (const field of Object.values<Field>(of)) {
      const given = (value as Fields)[field.name]
      // "null is an accepted value for all field types and treated as the default value".
      if (given !== undefined && given !== null) made[field.name] = givenOf(field, given)
    }
    return made
  }
  const givenOf = (field: Field, given: unknown): unknown => {
    const one = oneOf(field)
    if (!('most' in field)) return one(given)
    if (!Array.isArray(given)) throw new TypeError('It is no list.')
    if (given.length > (field.most ?? 0)) throw new TooMuch()
    return given.map((each: unknown) => one(each))
  }
  const oneOf = ({ is }: Field): ((given: unknown) => unknown) => {
    if (typeof is === 'object') return (given) => read(is, given)
    return readers[is === 'doubles' ? 'double' : is === 'fixed64s' ? 'fixed64' : is]
  }
  return read(message, json)
}

const text = (given: unknown): string => {
  if (typeof given !== 'string') throw new TypeError('It is no text.')
  return given
}

/** 64-bit numbers are text. */
const whole = (given: unknown): number => {
  if (typeof given === 'number') return given
  if (typeof given === 'string' && /^-?\d{1,20}$/.test(given)) return Number(given)
  throw new TypeError('It is no whole number.')
}

const double = (given: unknown): number => {
  if (typeof given === 'number') return given
  if (given === 'NaN' || given === 'Infinity' || given === '-Infinity') return Number(given)
  throw new TypeError('It is no number.')
}

const readers: Readonly<Record<One, (given: unknown) => unknown>> = {
  text,
  hex: text,
  double,
  int: whole,
  fixed64: whole,
}
