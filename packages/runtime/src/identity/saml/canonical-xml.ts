import { namespaceIn, type Scope } from './scope.ts'
import type { XmlElement } from './xml.ts'

/**
 * Exclusive XML Canonicalization 1.0 without comments (www.w3.org/TR/xml-exc-c14n) of an element and what is in it.
 * `inclusive`: prefixes of `InclusiveNamespaces`, rendered wherever they are in scope; `#default` for none.
 */
export const canonicalXml = (apex: XmlElement, inclusive: readonly string[] = []): string =>
  render(
    apex,
    { declared: new Map(), outer: null },
    inclusive.map((prefix) => (prefix === '#default' ? '' : prefix)),
  )

const render = (element: XmlElement, rendered: Scope, inclusive: readonly string[]): string => {
  const tag = qualified(element)
  const namespaces = namespacesOf(element, rendered, inclusive)
  const inside = namespaces.length === 0 ? rendered : { declared: new Map(namespaces), outer: rendered }
  const children = element.children.map((child) =>
    typeof child === 'string' ? escapeText(child) : render(child, inside, inclusive),
  )
  return `<${tag}${namespaces.map(declaration).join('')}${attributesOf(element)}>${children.join('')}</${tag}>`
}

const qualified = ({ prefix, name }: { readonly prefix: string; readonly name: string }): string =>
  prefix === '' ? name : `${prefix}:${name}`

/** Section 3: what the element uses visibly, or has to, and no ancestor in the output has declared alike. By prefix. */
const namespacesOf = (
  { prefix, attributes, scope }: XmlElement,
  rendered: Scope,
  inclusive: readonly string[],
): readonly (readonly [string, string])[] => {
  const used = new Set([prefix, ...attributes.map((each) => each.prefix).filter((each) => each !== '')])
  for (const each of inclusive) if (namespaceIn(scope, each) !== undefined) used.add(each)
  return [...used]
    .filter((each) => each !== 'xml' && (namespaceIn(scope, each) ?? '') !== (namespaceIn(rendered, each) ?? ''))
    .sort(byCodeUnit)
    .map((each) => [each, namespaceIn(scope, each) ?? ''])
}

const declaration = ([prefix, uri]: readonly [string, string]): string =>
  ` xmlns${prefix === '' ? '' : `:${prefix}`}="${escapeValue(uri)}"`

/** By namespace, then by name; those of none first. */
const attributesOf = ({ attributes }: XmlElement): string =>
  [...attributes]
    .sort((a, b) => byCodeUnit(a.namespace, b.namespace) || byCodeUnit(a.name, b.name))
    .map((each) => ` ${qualified(each)}="${escapeValue(each.value)}"`)
    .join('')

const byCodeUnit = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Canonical XML 1.0 section 2.3. */
const escapeText = (text: string): string => text.replaceAll(/[&<>\r]/g, (character) => escapes[character] ?? '')

const escapeValue = (text: string): string => text.replaceAll(/[&<"\t\n\r]/g, (character) => escapes[character] ?? '')

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
}
