import { pointName } from '../runtime/index.ts'

/** Markup as text: every value in it has passed through `escaped`. */
export type Xml = string

/** Thrown where a value cannot be said in XML; the sentence names it. */
export class Unsayable extends Error {
  override readonly name = 'Unsayable'
}

/** Nothing to write otherwise than it is: most text. */
const plain = /^[ !#-%'-;=?-~\u00a0-\ud7ff]*$/

/** Character data. A carriage return is written as a reference, or a reader would make a line feed of it (XML 1.0 section 2.11). */
export const escaped = (text: string, about: string): Xml => {
  if (plain.test(text)) return text
  let written = ''
  for (const point of text) {
    if (!isCharacter(point)) throw new Unsayable(`${about} holds ${pointName(point)}, which XML 1.0 cannot carry.`)
    written += references[point] ?? point
  }
  return written
}

/** XML 1.0 section 2.2: no control characters but three, no halves of surrogate pairs, not U+FFFE and U+FFFF. */
const isCharacter = (point: string): boolean => {
  const code = point.codePointAt(0) ?? 0
  return code < 0x20
    ? code === 9 || code === 10 || code === 13
    : !(code >= 0xd800 && code < 0xe000) && code !== 0xfffe && code !== 0xffff
}

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
  '\n': '&#10;',
  '\t': '&#9;',
}

export const element = (name: string, content: Xml, attributes: Readonly<Record<string, string>> = {}): Xml => {
  const written = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escaped(value, key)}"`)
    .join('')
  return content === '' ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`
}

/** An element of text. */
export const textElement = (name: string, text: string, attributes: Readonly<Record<string, string>> = {}): Xml =>
  element(name, escaped(text, name), attributes)

export const nil = (name: string, attributes: Readonly<Record<string, string>> = {}): Xml =>
  element(name, '', { ...attributes, 'xsi:nil': 'true' })

/** A sentence may quote what was sent; what XML cannot hold of it becomes U+FFFD. */
export const printable = (text: string): string =>
  plain.test(text) ? text : Array.from(text, (point) => (isCharacter(point) ? point : '\ufffd')).join('')
