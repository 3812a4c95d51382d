import type { Json, JsonObject } from '@charter/runtime'

/**
 * The only ways by which text of a charter enters TypeScript source: names, descriptions, defaults and enum values are
 * a stranger's words until they have passed through here.
 */

/**
 * A single-quoted string literal that reads back as exactly this text. What would hide or reorder the source for its
 * reader is escaped too: control characters, halves of surrogate pairs, bidirectional overrides (CVE-2021-42574).
 */
export const stringLiteral = (text: string): string =>
  isPlain.test(text) ? `'${text}'` : `'${text.replaceAll(unsafe, escapeUnit)}'`

/** Printable ASCII that needs no escape: most text. */
const isPlain = /^[ -&(-[\]-~]*$/

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
export const literal = (value: Json, width = 100, indent = ''): string => {
  const flat = flatLiteral(value, width)
  if (flat !== null) return flat
  const inside = `${indent}  `
  const lines = Array.isArray(value)
    ? value.map((item) => `${inside}${literal(item, width - 2, inside)},`)
    : Object.entries(value as JsonObject).map(
        ([name, item]) =>
          `${inside}${propertyName(name)}: ${literal(item, width - 2, inside)}${assertion(name, item)},`,
      )
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  return `${open}\n${lines.join('\n')}\n${indent}${close}`
}

/** On one line; null when that is longer than `room`. A single value is one line however long. */
const flatLiteral = (value: Json, room: number): string | null => {
  if (typeof value === 'string') return stringLiteral(value)
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const members = Array.isArray(value) ? value.map((item) => ['', item] as const) : Object.entries(value as JsonObject)
  const parts: string[] = []
  let left = room - 4
  for (const [name, item] of members) {
    const flat = flatLiteral(item, left)
    if (flat === null) return null
    const part = Array.isArray(value) ? flat : `${propertyName(name)}: ${flat}${assertion(name, item)}`
    left -= part.length + 2
    if (left < -2) return null
    parts.push(part)
  }
  if (Array.isArray(value)) return `[${parts.join(', ')}]`
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`
}

/**
 * For a member that every object has of itself, TypeScript expects that one's type and not the index signature's, so
 * that `kind: 'text'` below it would widen to string. An assertion keeps it as written.
 */
const assertion = (name: string, item: Json): string =>
  inherited.has(name) && item !== null && typeof item === 'object' ? ' as const' : ''

const inherited = new Set(Object.getOwnPropertyNames(Object.prototype))
