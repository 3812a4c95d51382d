import { isExactNumber, isObject, type Json, type Type } from '@charter/runtime'
import { withScale } from '@charter/sql'
import { isRange } from './render/column-type.ts'

/**
 * JSON of PostgreSQL's own (`to_jsonb`) in the spelling of an answer: bytes and times as they stand in JSON there, ranges as text,
 * numbers by their digits.
 */
export const spelledParts = (type: Type, json: Json): Json => {
  if (json === null) return null
  switch (type.kind) {
    case 'array':
      return partsOf(json).map((each) => spelledParts(type.items, each))
    case 'record':
      return isRange(type) && typeof json === 'string'
        ? spelledParts(type, rangeOf(json))
        : isObject(json)
          ? Object.fromEntries(
              type.members.map((member) => [member.name, spelledParts(member.type, json[member.name] ?? null)]),
            )
          : json
    case 'decimal':
      return decimal(digitsOf(json), type.scale)
    case 'int64':
      return digitsOf(json)
    case 'bytes':
      return Buffer.from(String(json).slice(2), 'hex').toString('base64')
    case 'dateTime':
      return String(json).replace(' ', 'T')
    case 'instant':
      return String(json)
        .replace(' ', 'T')
        .replace(/\+00(?::00)?$/, 'Z')
    default:
      return isExactNumber(json) ? json.rawJSON : json
  }
}

/** An array, or the ranges of a multirange. */
const partsOf = (json: Json): readonly Json[] =>
  Array.isArray(json)
    ? (json as readonly Json[])
    : (String(json).match(/[[(](?:"(?:[^"\\]|\\.|"")*"|[^"\])])*[\])]/g) ?? [])

const digitsOf = (json: Json): string => (isExactNumber(json) ? json.rawJSON : String(json))

const decimal = (text: string, scale: number): string => {
  const [whole = '', fraction = ''] = text.split('.')
  return withScale(whole, fraction, scale)
}

/** A range as its output function writes it (postgresql.org/docs/current/rangetypes.html). */
const rangeOf = (text: string): Json => {
  const found = /^([[(])("(?:[^"\\]|\\.|"")*"|[^",]*),("(?:[^"\\]|\\.|"")*"|[^"]*)([\])])$/.exec(text)
  const [, first = '', lower = '', upper = '', last = ''] = found ?? []
  return {
    lower: boundOf(lower),
    upper: boundOf(upper),
    lowerInclusive: first === '[',
    upperInclusive: last === ']',
    isEmpty: text === 'empty',
  }
}

const boundOf = (text: string): string | null =>
  text === ''
    ? null
    : text.startsWith('"')
      ? text.slice(1, -1).replaceAll(/\\(.)|""/g, (_, of?: string) => of ?? '"')
      : text
