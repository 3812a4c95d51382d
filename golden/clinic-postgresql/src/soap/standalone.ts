import type { XmlElement } from './parse-xml.ts'
import { escaped, type Xml } from './write-xml.ts'

/**
 * The last of `path`, elements from the root of `document` inwards, as a document of its own: letter by letter as it stands there, and
 * with the namespaces that it had from around it. Its exclusive canonical form, and so a signature over that, is the one it had in its place
 * (www.w3.org/TR/xml-exc-c14n section 1.1).
 */
export const standalone = (document: string, path: readonly XmlElement[]): Xml => {
  const element = path.at(-1)
  if (!element) return ''
  const { xml: _, ...around } = Object.assign({}, ...path.map(({ declared }) => declared)) as Record<string, string>
  const inherited = Object.entries(around)
    .filter(([prefix]) => !Object.hasOwn(element.declared, prefix))
    .map(([prefix, uri]) => ` xmlns${prefix === '' ? '' : `:${prefix}`}="${escaped(uri, 'A namespace')}"`)
  const text = document.slice(element.start, element.end)
  const name = /^<[^\s/>]+/.exec(text)?.[0] ?? ''
  return name + inherited.join('') + text.slice(name.length)
}
