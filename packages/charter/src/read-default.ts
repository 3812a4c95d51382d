import { type Default, type Json, readingAt, readValue, type Type } from '@charter/runtime'
import type { Reader } from './reader.ts'
import { jsonOf, member, type Tree, textOf } from './tree.ts'

/** Generated defaults and the types they fill. */
const generated: Readonly<Record<string, readonly Type['kind'][]>> = {
  generated: ['uuid', 'int32', 'int64'],
  sequence: ['int32', 'int64'],
  now: ['instant'],
  today: ['date'],
  tenant: ['text', 'uuid'],
  principal: ['text', 'uuid'],
  database: [],
}

/** The `default` of a field or member: a word for a generated one, else a literal of the type. */
export const readDefault = (tree: Tree, written: Type, reader: Reader): Default | undefined => {
  const found = member(tree, 'default')
  if (!found) return undefined
  const type = reader.meant(written)
  const word = textOf(found)
  // A default may well be the text `constructor`, which every object has.
  const kinds = word !== undefined && Object.hasOwn(generated, word) ? generated[word] : undefined
  if (word === 'database') return { kind: 'database' }
  if (kinds?.includes(type.kind)) return generatedDefault(word as keyof typeof generated, type)
  // `default: now` on text is far likelier a slip than the word itself.
  if (kinds && type.kind === 'text') return refuseDefault(found, type, reader)
  return literal(found, type, reader)
}

const refuseDefault = (found: Tree, type: Type, reader: Reader): undefined => {
  const values = type.kind === 'enum' ? type.values : undefined
  const given = { default: textOf(found) ?? JSON.stringify(jsonOf(found)), type: type.kind, values }
  reader.reporter.report('bad-default', found, given)
  return undefined
}

const generatedDefault = (word: string, type: Type): Default =>
  word === 'generated' ? { kind: type.kind === 'uuid' ? 'uuid' : 'sequence' } : { kind: word as 'now' }

const literal = (found: Tree, type: Type, reader: Reader): Default | undefined => {
  // The shape of a record is not known while types are read; `check` looks at its default.
  const value = literalOf(found, type)
  const canonical = canonicalOf(value, type)
  if (canonical !== undefined) return { kind: 'value', value: canonical }
  return refuseDefault(found, type, reader)
}

/** A value of a type in canonical form, or undefined. Bounds that move with the clock (`today`) do not apply to what is written. */
export const canonicalOf = (value: Json, type: Type): Json | undefined =>
  isOpen(type) ? value : readValue(withoutClock(type), value, '', readingAt('2000-01-01T00:00:00Z'))

const withoutClock = (type: Type): Type => {
  if (type.kind !== 'date' && type.kind !== 'instant') return type
  const isFixed = (bound: string | undefined) => bound !== undefined && bound !== 'today' && bound !== 'now'
  const { min, max } = type
  return { kind: type.kind, ...(isFixed(min) && min ? { min } : {}), ...(isFixed(max) && max ? { max } : {}) }
}

/** JSON of a literal written for a type: decimals and big integers are their digits, never a binary float. */
export const literalOf = (found: Tree, type: Type): Json => {
  const isDigits = type.kind === 'decimal' || (type.kind === 'int64' && !type.isNumber)
  const isTextual = isDigits || type.kind === 'text' || type.kind === 'enum'
  const written = textOf(found)
  if (!isTextual || found.kind !== 'scalar' || written === undefined) return jsonOf(found)
  if (type.kind === 'text' && typeof found.value !== 'string') return found.value
  return type.kind === 'decimal' ? withScale(written, type.scale) : written
}

/** `0` may be written for `0.00`. */
const withScale = (digits: string, scale: number): string => {
  if (scale === 0 || !/^-?\d+(\.\d+)?$/.test(digits)) return digits
  const [whole = '', fraction = ''] = digits.split('.')
  return `${whole}.${fraction.padEnd(scale, '0')}`
}

/** Whether a type may name others, which are not known while the document is read. */
export const isOpen = (type: Type): boolean =>
  type.kind === 'named' ||
  (type.kind === 'array' && isOpen(type.items)) ||
  (type.kind === 'map' && isOpen(type.values)) ||
  type.kind === 'record' ||
  type.kind === 'union'
