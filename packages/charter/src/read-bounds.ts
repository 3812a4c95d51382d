import { compareValues, readingAt, readValue, type Type } from '@charter/runtime'
import type { Reader } from './reader.ts'
import { type MapTree, member, textOf } from './tree.ts'

/** A range under a key: `1..120`, `1..`, `..120`. */
export const readRange = (tree: MapTree, key: string, reader: Reader): { min?: number; max?: number } => {
  const found = member(tree, key)
  const text = textOf(found)
  if (!found || text === undefined) return {}
  // Told already, with the shape of the type.
  if (key === 'length' && found.kind === 'scalar' && typeof found.value !== 'string') return {}
  const match = /^(\d{1,10})?\.\.(\d{1,10})?$/.exec(text)
  const [min, max] = [match?.[1], match?.[2]].map((digits) => (digits === undefined ? undefined : Number(digits)))
  const isRange = (min !== undefined || max !== undefined) && (min ?? 0) <= (max ?? Number.POSITIVE_INFINITY)
  if (!isRange) {
    reader.reporter.report('bad-range', found, { text })
    return {}
  }
  return { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) }
}

type Bounded = 'int32' | 'int64' | 'decimal' | 'float64' | 'date' | 'instant'

const nowWords: Partial<Record<Bounded, string>> = { date: 'today', instant: 'now' }

/** `min` and `max` of a type, as text in canonical form; `bad-bounds` when they are no values of it or cross. */
export const readBounds = (
  tree: MapTree,
  kind: Bounded,
  reader: Reader,
  scale = 0,
): { readonly min?: string; readonly max?: string } => {
  const min = readBound(tree, 'min', kind, reader, scale)
  const max = readBound(tree, 'max', kind, reader, scale)
  const areValues = min !== undefined && max !== undefined && ![min, max].includes(nowWords[kind] ?? '')
  if (areValues && compareValues(plainType(kind, scale), jsonOf(kind, min), jsonOf(kind, max)) > 0) {
    reader.reporter.report('bad-bounds', member(tree, 'min') ?? tree, {
      what: `\`min\` ${min} is above \`max\` ${max}.`,
    })
    return {}
  }
  return { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) }
}

const readBound = (tree: MapTree, key: string, kind: Bounded, reader: Reader, scale: number): string | undefined => {
  const found = member(tree, key)
  const text = textOf(found)
  if (!found || text === undefined || text === nowWords[kind]) return text
  const isNumeric = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)
  const isText = kind === 'date' || kind === 'instant'
  const reading = readingAt('2000-01-01T00:00:00Z')
  const value =
    isText || isNumeric
      ? readValue(plainType(kind, scale), jsonOf(kind, padded(kind, text, scale)), '', reading)
      : undefined
  if (value !== undefined) return String(value)
  const word = nowWords[kind] && /^(?:now|today)$/.test(text) ? ` Write \`${key}: ${nowWords[kind]}\`.` : ''
  reader.reporter.report('bad-bounds', found, { what: `\`${key}: ${text}\` is not a value of type ${kind}.${word}` })
  return undefined
}

/** `0` is written for `0.00`. */
const padded = (kind: Bounded, text: string, scale: number): string => {
  if (kind !== 'decimal' || !/^-?\d+(\.\d+)?$/.test(text) || scale === 0) return text
  const [whole = '', fraction = ''] = text.split('.')
  return `${whole}.${fraction.padEnd(scale, '0')}`
}

const jsonOf = (kind: Bounded, text: string): string | number =>
  kind === 'int32' || kind === 'float64' ? Number(text) : text

const plainType = (kind: Bounded, scale: number): Type =>
  kind === 'decimal' ? { kind, precision: 38, scale } : { kind }
