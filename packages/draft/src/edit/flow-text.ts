/** A value of the document: what YAML and JSON both hold. */
export type Value = string | number | boolean | null | readonly Value[] | { readonly [member: string]: Value }
export type Members = { readonly [member: string]: Value }

/** A value in YAML's flow style, as charters are written: `{ type: text, length: 1..120 }`. */
export const flowText = (value: Value): string => {
  if (value === null) return 'null'
  if (typeof value === 'string') return scalarText(value)
  if (typeof value !== 'object') return String(value)
  if (isList(value)) return `[${value.map(flowText).join(', ')}]`
  const members = Object.entries(value).map(([key, member]) => `${scalarText(key)}: ${flowText(member)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

const isList = (value: Value): value is readonly Value[] => Array.isArray(value)

export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const plain = /^[A-Za-z](?:[\w .=!<>&|"()-]*[\w")])?\.?$|^\d*\.\.\d*$|^\d+\.\d+\.\d+$/
const reserved = /^(?:true|false|null|yes|no|on|off|y|n)$/i

/** A text plain where YAML reads it back as that text, else in quotes. */
const scalarText = (text: string): string => {
  if (plain.test(text) && !reserved.test(text)) return text
  const isOdd = /[\p{Cc}\p{Zl}\p{Zp}\ufeff]/u.test(text)
  return isOdd ? JSON.stringify(text) : `'${text.replaceAll("'", "''")}'`
}
