import { SaxesParser, type SaxesTagNS } from 'saxes'

/** An element with its namespace; text of its own, comments and instructions left out. */
export interface XmlElement {
  readonly name: string
  readonly namespace: string
  /** By local name; those of a namespace as `{namespace}name`. */
  readonly attributes: Readonly<Record<string, string>>
  /** Namespaces that its start tag declares, by prefix (`''`: the default one). */
  readonly declared: Readonly<Record<string, string>>
  readonly children: readonly XmlElement[]
  readonly text: string
  /** Where its start tag begins and its end tag ends in the document. */
  readonly start: number
  readonly end: number
}

export type ParsedXml = { readonly root: XmlElement } | { readonly error: string }

const depthMax = 96
const elementsOfRequestMax = 100_000

/** Of an answer, or of a contract: a page of a thousand rows with as many columns as a table has. How long it is bounds it before. */
export const elementsOfAnswerMax = 4_000_000

const attributesMax = 32

class Refused extends Error {}
class Enough extends Error {}

interface Open {
  readonly name: string
  readonly namespace: string
  readonly attributes: Record<string, string>
  readonly declared: Record<string, string>
  readonly children: XmlElement[]
  readonly start: number
  text: string
}

export interface ParseOptions {
  /** Of an element whose start tag was read, with how many it stands in. */
  readonly isEnough?: (name: string, depth: number) => boolean
  /** Left out: what a request may have. */
  readonly elementsMax?: number
}

/**
 * Reads a whole document (XML 1.0 with namespaces), or as far as the start tag of which `isEnough` holds. A document type is refused where it stands, so that nothing in a document can
 * name an entity or a file: no expansion, no external reference. Depth, elements and attributes are bounded.
 */
export const parseXml = (
  document: string,
  { isEnough = () => false, elementsMax = elementsOfRequestMax }: ParseOptions = {},
): ParsedXml => {
  const parser = new SaxesParser({ xmlns: true, position: true })
  const open: Open[] = []
  let root: XmlElement | undefined
  let elements = 0
  let tagStart = 0
  parser.on('error', (error) => {
    throw new Refused(error.message)
  })
  parser.on('doctype', () => {
    throw new Refused('A document type (DTD) is not taken.')
  })
  parser.on('opentagstart', () => {
    tagStart = document.lastIndexOf('<', parser.position - 1)
  })
  parser.on('opentag', (tag) => {
    if (isEnough(tag.local, open.length)) throw new Enough()
    if (open.length >= depthMax) throw new Refused(`Elements may be nested at most ${depthMax} deep.`)
    if (++elements > elementsMax) throw new Refused(`A document may have at most ${elementsMax} elements.`)
    open.push({
      name: tag.local,
      namespace: tag.uri,
      attributes: attributesOf(tag),
      declared: tag.ns,
      children: [],
      start: tagStart,
      text: '',
    })
  })
  const add = (text: string): void => {
    const current = open.at(-1)
    if (current) current.text += text
  }
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('closetag', () => {
    const closed = open.pop()
    if (!closed) return
    const element: XmlElement = { ...closed, end: parser.position }
    const parent = open.at(-1)
    if (parent) parent.children.push(element)
    else root = element
  })
  try {
    parser.write(document).close()
  } catch (error) {
    if (error instanceof Enough)
      return open[0] ? { root: { ...open[0], end: parser.position } } : { error: 'There is no element.' }
    if (error instanceof Refused) return { error: error.message.replace(/^\d+:\d+: /, '') }
    throw error
  }
  return root ? { root } : { error: 'There is no element.' }
}

const attributesOf = ({ attributes }: SaxesTagNS): Record<string, string> => {
  const entries = Object.values(attributes)
  if (entries.length > attributesMax) throw new Refused(`An element may have at most ${attributesMax} attributes.`)
  return Object.fromEntries(
    entries
      .filter(({ prefix, name }) => prefix !== 'xmlns' && name !== 'xmlns')
      .map(({ uri, local, value }) => [uri === '' ? local : `{${uri}}${local}`, value]),
  )
}

export const childOf = (element: XmlElement, name: string): XmlElement | undefined =>
  element.children.find((child) => child.name === name)
