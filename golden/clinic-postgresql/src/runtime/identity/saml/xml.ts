import { namespaceIn, type Scope } from './scope.ts'

/** An element as read, with every namespace that is in scope for it (`''`: the default one). */
export interface XmlElement {
  readonly prefix: string
  readonly name: string
  readonly namespace: string
  readonly attributes: readonly XmlAttribute[]
  readonly scope: Scope
  readonly children: readonly (XmlElement | string)[]
}

export interface XmlAttribute {
  readonly prefix: string
  readonly name: string
  readonly namespace: string
  readonly value: string
}

/** Thrown for a document that is not XML as it is read here; the sentence may be told. */
export class XmlRefused extends Error {
  override readonly name = 'XmlRefused'
}

export const xmlBounds = {
  bytesMax: 65_536,
  elementsMax: 2000,
  attributesMax: 64,
  attributesInAllMax: 2000,
  namespacesInAllMax: 128,
  depthMax: 32,
} as const

/**
 * Reads the part of XML 1.0 with namespaces that signed assertions need: elements, attributes, text and the five named
 * characters, in ASCII names. No document type, entities, comments, processing instructions or CDATA: whoever wrote them
 * means two readers to see two things. Throws XmlRefused; its work grows with the text alone.
 */
export const readXml = (bytes: Uint8Array): XmlElement => {
  const reader: Reading = { text: textOf(bytes), at: 0, elements: 0, attributes: 0, namespaces: 0 }
  skipSpace(reader)
  const root = readElement(reader, { declared: new Map([['xml', xmlNamespace]]), outer: null }, 1)
  skipSpace(reader)
  if (reader.at !== reader.text.length) throw new XmlRefused('There is more than one element, or text beside it.')
  return root
}

const xmlNamespace = 'http://www.w3.org/XML/1998/namespace'

interface Reading {
  readonly text: string
  at: number
  elements: number
  /** Without those that declare a namespace. */
  attributes: number
  namespaces: number
}

/** XML 1.0 section 2.2. */
const notCharacter = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u
const declaration =
  /^<\?xml[ \t\n]+version[ \t\n]*=[ \t\n]*(["'])1\.0\1(?:[ \t\n]+encoding[ \t\n]*=[ \t\n]*(["'])utf-8\2)?(?:[ \t\n]+standalone[ \t\n]*=[ \t\n]*(["'])(?:yes|no)\3)?[ \t\n]*\?>/i

const textOf = (bytes: Uint8Array): string => {
  if (bytes.length > xmlBounds.bytesMax)
    throw new XmlRefused(`A document has at most ${xmlBounds.bytesMax} bytes here.`)
  // Line ends first (XML 1.0 section 2.11), then the declaration, which may say nothing but UTF-8.
  const text = decoded(bytes).replaceAll(/\r\n?/g, '\n').replace(declaration, '')
  if (notCharacter.test(text)) throw new XmlRefused('The document holds characters that XML does not have.')
  // `<` stands nowhere in XML but before markup, so this finds all of it, wherever it hides.
  if (/<[!?]/.test(text))
    throw new XmlRefused('Document types, comments, CDATA and processing instructions are not read here.')
  return text
}

const decoded = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new XmlRefused('The document is not UTF-8.')
  }
}

const qualified = '(?:([A-Za-z_][\\w.-]*):)?([A-Za-z_][\\w.-]*)'
const openTag = new RegExp(`<${qualified}`, 'y')
const attribute = new RegExp(`[ \\t\\n]+${qualified}[ \\t\\n]*=[ \\t\\n]*(?:"([^"<]*)"|'([^'<]*)')`, 'y')
const tagEnd = /[ \t\n]*(\/?)>/y
const closeTag = new RegExp(`</${qualified}[ \\t\\n]*>`, 'y')
const characters = /[^<]+/y
const space = /[ \t\n]*/y

const take = (reading: Reading, pattern: RegExp): RegExpExecArray | null => {
  pattern.lastIndex = reading.at
  const found = pattern.exec(reading.text)
  if (found) reading.at += found[0].length
  return found
}

const skipSpace = (reading: Reading): void => void take(reading, space)

const malformed = (): XmlRefused => new XmlRefused('The document is not well-formed XML.')

const readElement = (reading: Reading, outer: Scope, depth: number): XmlElement => {
  const opened = take(reading, openTag)
  if (!opened) throw malformed()
  reading.elements++
  if (depth > xmlBounds.depthMax || reading.elements > xmlBounds.elementsMax)
    throw new XmlRefused('The document has too many elements, or too many inside each other.')
  const [, prefix = '', name = ''] = opened
  const { attributes, scope } = readAttributes(reading, outer)
  const isEmpty = take(reading, tagEnd)?.[1]
  if (isEmpty === undefined) throw malformed()
  const children = isEmpty === '/' ? [] : readChildren(reading, scope, depth, { prefix, name })
  return { prefix, name, namespace: namespaceOf(scope, prefix), attributes, scope, children }
}

const readChildren = (
  reading: Reading,
  scope: Scope,
  depth: number,
  { prefix, name }: Pick<XmlElement, 'prefix' | 'name'>,
): readonly (XmlElement | string)[] => {
  const children: (XmlElement | string)[] = []
  for (;;) {
    const text = take(reading, characters)?.[0]
    // XML 1.0 section 2.4: the end of CDATA is not text.
    if (text?.includes(']]>')) throw malformed()
    if (text !== undefined) children.push(resolved(text))
    const closed = take(reading, closeTag)
    if (!closed) children.push(readElement(reading, scope, depth + 1))
    else if ((closed[1] ?? '') === prefix && closed[2] === name) return children
    else throw malformed()
  }
}

const readAttributes = (
  reading: Reading,
  outer: Scope,
): { readonly attributes: readonly XmlAttribute[]; readonly scope: Scope } => {
  const written: { readonly prefix: string; readonly name: string; readonly value: string }[] = []
  const declared = new Map<string, string>()
  for (let found = take(reading, attribute); found; found = take(reading, attribute)) {
    const [, prefix = '', name = '', double, single = ''] = found
    // XML 1.0 section 3.3.3: white space as written is a space; as a reference it stays.
    const value = resolved((double ?? single).replaceAll(/[\t\n]/g, ' '))
    const isDeclaration = prefix === 'xmlns' || (prefix === '' && name === 'xmlns')
    if (isDeclaration) declare(declared, prefix === '' ? '' : name, value)
    else written.push({ prefix, name, value })
    if (written.length + declared.size > xmlBounds.attributesMax)
      throw new XmlRefused('An element has too many attributes.')
  }
  count(reading, written.length, declared.size)
  const scope = declared.size === 0 ? outer : { declared, outer }
  // Namespaces in XML 1.0 section 6.2: the default one is not of attributes.
  const attributes = written.map((each) => ({
    ...each,
    namespace: each.prefix === '' ? '' : namespaceOf(scope, each.prefix),
  }))
  // Section 6.3: neither two of one name, nor two that mean one.
  if (new Set(attributes.map(({ namespace, name }) => `${namespace} ${name}`)).size !== attributes.length)
    throw malformed()
  return { attributes, scope }
}

/** Before anything is looked up or signed for: a stranger's document costs no more than its bytes. */
const count = (reading: Reading, attributes: number, namespaces: number): void => {
  reading.attributes += attributes
  reading.namespaces += namespaces
  const { attributesInAllMax, namespacesInAllMax } = xmlBounds
  if (reading.attributes > attributesInAllMax || reading.namespaces > namespacesInAllMax)
    throw new XmlRefused('The document has too many attributes, or declares too many namespaces.')
}

const declare = (declared: Map<string, string>, prefix: string, uri: string): void => {
  const isReserved =
    prefix === 'xml' || prefix === 'xmlns' || uri === xmlNamespace || uri === 'http://www.w3.org/2000/xmlns/'
  if (isReserved || declared.has(prefix) || (uri === '' && prefix !== '')) throw malformed()
  declared.set(prefix, uri)
}

const namespaceOf = (scope: Scope, prefix: string): string => {
  const found = namespaceIn(scope, prefix)
  if (found === undefined && prefix !== '') throw malformed()
  return found ?? ''
}

const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

const resolved = (text: string): string =>
  text.includes('&')
    ? text.replaceAll(/&(?:#x([0-9A-Fa-f]{1,6});|#([0-9]{1,7});|(lt|gt|amp|quot|apos);)?/g, (_, hex, decimal, name) => {
        if (name !== undefined) return named[name] ?? ''
        const point = hex !== undefined ? Number.parseInt(hex, 16) : Number.parseInt(decimal ?? '-1', 10)
        if (!(point > 0 && point <= 0x10ffff) || notCharacter.test(String.fromCodePoint(point))) throw malformed()
        return String.fromCodePoint(point)
      })
    : text
