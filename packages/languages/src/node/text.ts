import type { Json } from '@charter/runtime'

/**
 * The only ways by which text of a charter enters TypeScript source: names, descriptions, defaults and enum values are
 * a stranger's words until they have passed through here.
 */

/**
 * A single-quoted string literal that reads back as exactly this text. What would hide or reorder the source for its
 * reader is escaped too: control characters, halves of surrogate pairs, bidirectional overrides (CVE-2021-42574).
 */
export const stringLiteral = (text: string): string => `'${text.replaceAll(unsafe, escapeUnit)}'`

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is escaped.
const unsafe = /['\\\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufeff]/gu

const shortEscapes: Readonly<Record<string, string>> = {
  "'": "\\'",
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
}

const escapeUnit = (unit: string): string =>
  shortEscapes[unit] ?? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

const plainName = /^[A-Za-z_$][A-Za-z0-9_$]*$/

/** A member's name in an object literal or an interface. `__proto__` must be computed to be an own member. */
export const propertyName = (name: string): string =>
  name === '__proto__' ? "['__proto__']" : plainName.test(name) ? name : stringLiteral(name)

/** `.name` or `['na-me']`. */
export const propertyAccess = (name: string): string => (plainName.test(name) ? `.${name}` : `[${stringLiteral(name)}]`)

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out.
const unseen = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

/**
 * A JSDoc comment; nothing when there is nothing to say. Text cannot end it, speak to tsc or Biome out of it, or reorder
 * what is seen of it.
 */
export const docComment = (text: string | undefined): string | null => {
  const lines = (text ?? '')
    .toWellFormed()
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => line.replaceAll(unseen, ' ').trimEnd())
    .map((line) => line.replaceAll('*/', '* /').replaceAll('@ts-', '@ ts-').replaceAll('biome-ignore', 'biome ignore'))
  if (lines.every((line) => line === '')) return null
  return lines.length === 1
    ? `/** ${lines[0]} */`
    : ['/**', ...lines.map((line) => ` * ${line}`.trimEnd()), ' */'].join('\n')
}

/** A JSON value as a TypeScript expression: short ones on one line, longer objects and lists one member a line. */
export const literal = (value: Json, width = 100): string => {
  const flat = flatLiteral(value)
  if (flat.length <= width || value === null || typeof value !== 'object') return flat
  const inner = (text: string) => text.replaceAll('\n', '\n  ')
  if (Array.isArray(value)) return `[\n${value.map((item) => `  ${inner(literal(item, width - 2))},`).join('\n')}\n]`
  return `{\n${Object.entries(value)
    .map(([name, item]) => `  ${propertyName(name)}: ${inner(literal(item, width - 2))}${assertion(name, item)},`)
    .join('\n')}\n}`
}

const flatLiteral = (value: Json): string => {
  if (typeof value === 'string') return stringLiteral(value)
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(flatLiteral).join(', ')}]`
  const members = Object.entries(value).map(
    ([name, item]) => `${propertyName(name)}: ${flatLiteral(item)}${assertion(name, item)}`,
  )
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

/**
 * For a member that every object has of itself, TypeScript expects that one's type and not the index signature's, so
 * that `kind: 'text'` below it would widen to string. An assertion keeps it as written.
 */
const assertion = (name: string, item: Json): string =>
  inherited.has(name) && item !== null && typeof item === 'object' ? ' as const' : ''

const inherited = new Set(Object.getOwnPropertyNames(Object.prototype))
