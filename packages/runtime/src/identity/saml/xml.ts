import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes'
import type { Scope } from './scope.ts'

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
  const text = textOf(bytes)
  const parser = new SaxesParser({ xmlns: true, position: false })
  const count = counter()
  const open: Open[] = []
  let root: XmlElement | null = null
  parser.on('error', ({ message }) => {
    throw root && message.includes('outside of root') ? beside() : malformed()
  })
  parser.on('opentagstart', () => {
    if (root) throw beside()
    count.element(open.length + 1)
  })
  parser.on('attribute', count.attribute)
  parser.on('opentag', (tag) => {
    open.push(opened(tag, open.at(-1)?.scope ?? outermost))
  })
  parser.on('text', (part) => {
    open.at(-1)?.children.push(part)
  })
  parser.on('closetag', () => {
    const closed = open.pop()
    const parent = open.at(-1)
    if (parent && closed) parent.children.push(closed)
    else root = closed ?? null
  })
  parser.write(text).close()
  // An end without an element is an error of the parser.
  return root ?? never()
}

interface Open extends XmlElement {
  readonly children: (XmlElement | string)[]
}

const xmlNamespace = 'http://www.w3.org/XML/1998/namespace'
const outermost: Scope = { declared: new Map([['xml', xmlNamespace]]), outer: null }

const malformed = (): XmlRefused => new XmlRefused('The document is not well-formed XML.')
const beside = (): XmlRefused => new XmlRefused('There is more than one element, or text beside it.')
const never = (): never => {
  throw malformed()
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
  // The parser would pass over a byte order mark.
  if (text.startsWith('\uFEFF')) throw malformed()
  return text
}

const decoded = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new XmlRefused('The document is not UTF-8.')
  }
}

/** Before anything is looked up or signed for: a stranger's document costs no more than its bytes. */
const counter = () => {
  const { elementsMax, depthMax, attributesMax, attributesInAllMax, namespacesInAllMax } = xmlBounds
  let elements = 0
  let attributes = 0
  let namespaces = 0
  let own = 0
  return {
    element: (depth: number): void => {
      own = 0
      if (++elements > elementsMax || depth > depthMax)
        throw new XmlRefused('The document has too many elements, or too many inside each other.')
    },
    attribute: (attribute: Pick<SaxesAttributeNS, 'name' | 'prefix'>): void => {
      if (++own > attributesMax) throw new XmlRefused('An element has too many attributes.')
      if (isDeclaration(attribute)) namespaces++
      else attributes++
      if (attributes > attributesInAllMax || namespaces > namespacesInAllMax)
        throw new XmlRefused('The document has too many attributes, or declares too many namespaces.')
    },
  }
}

const isDeclaration = ({ name, prefix }: Pick<SaxesAttributeNS, 'name' | 'prefix'>): boolean =>
  prefix === 'xmlns' || name === 'xmlns'

const opened = (tag: SaxesTagNS, outer: Scope): Open => {
  const written = Object.values(tag.attributes)
  if (!qualified.test(tag.name) || !written.every(({ name }) => qualified.test(name))) throw malformed()
  const declared = new Map(written.filter(isDeclaration).map(declarationOf))
  return {
    prefix: tag.prefix,
    name: tag.local,
    namespace: tag.uri,
    attributes: written
      .filter((each) => !isDeclaration(each))
      .map(({ prefix, local, uri, value }) => ({ prefix, name: local, namespace: uri, value })),
    scope: declared.size === 0 ? outer : { declared, outer },
    children: [],
  }
}

const qualified = /^(?:[A-Za-z_][\w.-]*:)?[A-Za-z_][\w.-]*$/

/** The parser trims namespaces before it looks them up, which other readers do not. */
const declarationOf = ({ prefix, local, value }: SaxesAttributeNS): readonly [string, string] => {
  const declared = prefix === 'xmlns' ? local : ''
  if (declared === 'xml' || value.trim() !== value) throw malformed()
  return [declared, value]
}
