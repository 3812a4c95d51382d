import { canonicalJson, type Json, type Type } from '@charter/runtime'

/** A value of an answer as a text that a database's own can be compared with; null: none. */
export const spoken = (type: Type, value: Json): string | null => {
  if (value === null) return null
  return isNested(type) ? leaves(value) : String(value)
}

/** Whether values are made of parts, which a database prints as JSON. */
export const isNested = (type: Type): boolean =>
  ['array', 'record', 'map', 'union', 'json', 'vector', 'named'].includes(type.kind)

/** JSON with its numbers as texts: in arrays big integers and decimals are texts in an answer, numbers in a database's JSON. */
export const leaves = (value: Json): string =>
  canonicalJson(
    JSON.parse(JSON.stringify(value), (_, each: Json) => (typeof each === 'number' ? String(each) : each)) as Json,
  )
