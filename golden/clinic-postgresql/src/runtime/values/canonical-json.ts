import { isExactNumber } from './exact-json.ts'
import type { Json, JsonObject } from './json.ts'

/** JSON Canonicalization Scheme (RFC 8785): members sorted by UTF-16 code unit, ECMAScript numbers, no white space. A number that is none of these is its digits. */
export const canonicalJson = (value: Json): string => {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value === null || typeof value !== 'object' || isExactNumber(value)) return JSON.stringify(value)
  const names = Object.keys(value)
  if (names.length > 1) names.sort((a, b) => (a < b ? -1 : 1))
  let text = ''
  for (const name of names)
    text += `${text === '' ? '' : ','}${JSON.stringify(name)}:${canonicalJson((value as JsonObject)[name] ?? null)}`
  return `{${text}}`
}
