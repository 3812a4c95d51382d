import type { Members } from './flow-text.ts'
import { memberName } from './reading.ts'
import { typeFor } from './types.ts'

export interface TypedField {
  readonly name: string
  readonly options: Members
}

const before =
  /^(?:an?\s+|the\s+)?(?:new\s+)?(?<optional>optional\s+)?(?<type>[\w /-]+?)\s+(?:field|column)\s+(?:called\s+|named\s+|for\s+)?"?(?<name>(?!of type\b|as\b)\w[\w ]*?)"?$/i
const after =
  /^(?:an?\s+|the\s+)?(?:new\s+)?(?:field\s+|column\s+)?(?<optional>optional\s+)?"?(?<name>\w[\w ]*?)"?(?:\s+(?:field|column))?\s*(?:\((?<type>[^)]+)\)|\s(?:of type|as)\s+(?<type2>.+))$/i

/** A field whose type is said: `a boolean field archived`, `vatRate (decimal)`, `weight of type decimal`; else null. */
export const typedField = (item: string): TypedField | null => {
  const groups = before.exec(item)?.groups ?? after.exec(item)?.groups
  const type = typeFor(groups?.type ?? groups?.type2 ?? '')
  if (groups?.name === undefined || !type) return null
  const isOptional = groups.optional !== undefined
  const fallback = type.type === 'boolean' && !isOptional ? { default: false } : {}
  return { name: memberName(groups.name), options: { ...type, ...fallback, ...(isOptional && { optional: true }) } }
}
