import { type InputError, type InputErrorCode, InputErrors } from '../problem/input-errors.ts'
import { errorPointer } from '../problem/problem.ts'
import { exactNumber } from './exact-json.ts'
import type { Json } from './json.ts'

export type Parsed = { readonly value: Json } | { readonly errors: readonly InputError[] }

const depthMaxDefault = 64

/**
 * Strict JSON (RFC 8259): duplicate member names, nesting over `depthMax`, and numbers without end are errors. The first syntax error
 * ends the reading; the others are collected. Numbers keep their digits (exact-json.ts).
 */
export const parseJson = (
  text: string,
  { depthMax = depthMaxDefault }: { readonly depthMax?: number } = {},
): Parsed => {
  const reader: Reader = { text, at: 0, depthMax, path: [], errors: new InputErrors() }
  try {
    skipSpace(reader)
    const value = readAny(reader)
    skipSpace(reader)
    if (reader.at < text.length) throw syntax(reader, 'nothing more')
    return reader.errors.length > 0 ? { errors: [...reader.errors] } : { value }
  } catch (error) {
    if (!(error instanceof JsonSyntax)) throw error
    return { errors: [{ path: '', code: 'format', message: error.message }] }
  }
}

interface Reader {
  readonly text: string
  readonly depthMax: number
  readonly path: (string | number)[]
  readonly errors: InputErrors
  at: number
}

class JsonSyntax extends Error {}

const note = ({ errors, path }: Reader, code: InputErrorCode, message: string): void => {
  errors.push(() => ({ path: errorPointer(...path), code, message }))
}

const syntax = ({ text, at }: Reader, expected: string): JsonSyntax => {
  let line = 1
  let start = 0
  for (let end = text.indexOf('\n'); end !== -1 && end < at; end = text.indexOf('\n', start)) {
    line++
    start = end + 1
  }
  const place = `line ${line}, column ${at - start + 1}`
  const found = at < text.length ? `found ${JSON.stringify(text[at])}` : 'the text ends'
  return new JsonSyntax(`This is not JSON: at ${place}, ${expected} was expected but ${found}.`)
}

const skipSpace = (reader: Reader): void => {
  for (;;) {
    const unit = reader.text.charCodeAt(reader.at)
    if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return
    reader.at++
  }
}

const readAny = (reader: Reader): Json => {
  switch (reader.text[reader.at]) {
    case '{':
      return readObject(reader)
    case '[':
      return readArray(reader)
    case '"':
      return readString(reader)
    case 't':
      return readWord(reader, 'true', true)
    case 'f':
      return readWord(reader, 'false', false)
    case 'n':
      return readWord(reader, 'null', null)
    default:
      return readNumber(reader)
  }
}

const readWord = <Value extends Json>(reader: Reader, word: string, value: Value): Value => {
  if (!reader.text.startsWith(word, reader.at)) throw syntax(reader, 'a value')
  reader.at += word.length
  return value
}

const enter = (reader: Reader): void => {
  if (reader.path.length >= reader.depthMax) {
    throw new JsonSyntax(`The JSON is nested more than ${reader.depthMax} levels deep.`)
  }
  reader.at++
  skipSpace(reader)
}

const readObject = (reader: Reader): Json => {
  enter(reader)
  const members = new Map<string, Json>()
  if (reader.text[reader.at] === '}') {
    reader.at++
    return {}
  }
  for (;;) {
    if (reader.text[reader.at] !== '"') throw syntax(reader, 'a member name in double quotes')
    const name = readString(reader)
    reader.path.push(name)
    if (members.has(name)) note(reader, 'duplicate', 'This member is given more than once.')
    skipSpace(reader)
    if (reader.text[reader.at] !== ':') throw syntax(reader, '":"')
    reader.at++
    skipSpace(reader)
    members.set(name, readAny(reader))
    reader.path.pop()
    skipSpace(reader)
    const next = reader.text[reader.at]
    if (next !== ',' && next !== '}') throw syntax(reader, '"," or "}"')
    reader.at++
    // `fromEntries` defines own members, so a member named `__proto__` stays one.
    if (next === '}') return Object.fromEntries(members)
    skipSpace(reader)
  }
}

const readArray = (reader: Reader): Json => {
  enter(reader)
  const items: Json[] = []
  if (reader.text[reader.at] === ']') {
    reader.at++
    return items
  }
  for (;;) {
    reader.path.push(items.length)
    items.push(readAny(reader))
    reader.path.pop()
    skipSpace(reader)
    const next = reader.text[reader.at]
    if (next !== ',' && next !== ']') throw syntax(reader, '"," or "]"')
    reader.at++
    if (next === ']') return items
    skipSpace(reader)
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: RFC 8259 section 7 forbids them unescaped in strings.
const plainString = /[^"\\\u0000-\u001f]*/y
const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}

const readString = (reader: Reader): string => {
  reader.at++
  let value = ''
  for (;;) {
    plainString.lastIndex = reader.at
    const plain = plainString.exec(reader.text)?.[0] ?? ''
    value += plain
    reader.at += plain.length
    const unit = reader.text[reader.at]
    if (unit === '"') {
      reader.at++
      return value
    }
    if (unit !== '\\') throw syntax(reader, 'the end of the string or an escape')
    value += readEscape(reader)
  }
}

const readEscape = (reader: Reader): string => {
  const letter = reader.text[reader.at + 1] ?? ''
  if (letter === 'u') {
    const digits = reader.text.slice(reader.at + 2, reader.at + 6)
    if (!/^[0-9a-fA-F]{4}$/.test(digits)) throw syntax(reader, 'four hexadecimal digits after \\u')
    reader.at += 6
    return String.fromCharCode(Number.parseInt(digits, 16))
  }
  const plain = escapes[letter]
  if (plain === undefined) throw syntax(reader, 'a known escape')
  reader.at += 2
  return plain
}

const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const numberLengthMax = 1000
const exponentMax = 1000

const readNumber = (reader: Reader): Json => {
  number.lastIndex = reader.at
  const [digits] = number.exec(reader.text) ?? []
  if (digits === undefined) throw syntax(reader, 'a value')
  reader.at += digits.length
  const exponent = Math.abs(Number(/e(.*)$/i.exec(digits)?.[1] ?? 0))
  if (digits.length <= numberLengthMax && exponent <= exponentMax) return exactNumber(digits)
  note(reader, 'digits', `A number has at most ${numberLengthMax} digits, and an exponent of ${exponentMax}.`)
  return 0
}
