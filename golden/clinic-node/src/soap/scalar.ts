import { instantOfMicros, type Json, microsOf, readText, type Type, textOf } from '../runtime/index.ts'

/**
 * A value's text as XML Schema spells its type, and back. Text that is not of the type's form stays text, for the executor to
 * refuse by name.
 */
export const scalarOf = (type: Type, text: string): Json => {
  switch (type.kind) {
    case 'int32':
    case 'float64':
      return numberOf(text)
    case 'int64':
      return type.isNumber ? numberOf(text) : text
    case 'boolean':
      return text === 'true' || text === '1' ? true : text === 'false' || text === '0' ? false : text
    case 'instant':
      return utc(text)
    default:
      return text
  }
}

export const textOfScalar = (value: Json): string => textOf(value)

const numberSpelling = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/

const numberOf = (text: string): Json => (numberSpelling.test(text) ? Number(text) : text)

/** Up to fourteen hours from UTC (XML Schema 1.1 part 2, section 3.3.7). */
const zoned = /^(.{10}T.+)([+-])(?=0|1[0-3]|14:00)(\d\d):([0-5]\d)$/

/** `xs:dateTime` says one moment in many zones; a Call has it in UTC. */
const utc = (text: string): string => {
  const [, local = '', sign = '', hours = '', minutes = ''] = zoned.exec(text) ?? []
  if (local === '' || readText({ kind: 'instant' }, `${local}Z`) === undefined) return text
  const offset = BigInt(Number(hours) * 60 + Number(minutes)) * 60_000_000n
  const micros = microsOf(`${local}Z`) - (sign === '+' ? offset : -offset)
  return instantOfMicros(micros) ?? text
}
