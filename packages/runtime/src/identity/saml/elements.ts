import { type XmlElement, XmlRefused } from './xml.ts'

export const samlNamespace = 'urn:oasis:names:tc:SAML:2.0:assertion'
export const signatureNamespace = 'http://www.w3.org/2000/09/xmldsig#'

export const isElement = (child: XmlElement | string): child is XmlElement => typeof child !== 'string'

export const childrenOf = (element: XmlElement, namespace: string, name: string): readonly XmlElement[] =>
  element.children.filter(isElement).filter((child) => child.namespace === namespace && child.name === name)

/** The one child of that name. Throws XmlRefused where there is none, or another. */
export const onlyChild = (element: XmlElement, namespace: string, name: string): XmlElement => {
  const [found, another] = childrenOf(element, namespace, name)
  if (!found || another) throw new XmlRefused(`${element.name} has to have one ${name}.`)
  return found
}

/** Of an attribute in no namespace. */
export const attributeOf = ({ attributes }: XmlElement, name: string): string | undefined =>
  attributes.find((each) => each.namespace === '' && each.name === name)?.value

/** The text of an element that holds nothing else; undefined where it holds elements. */
export const textIn = ({ children }: XmlElement): string | undefined =>
  children.every((child) => typeof child === 'string') ? children.join('') : undefined

export const everyElement = function* (element: XmlElement): Generator<XmlElement> {
  yield element
  for (const child of element.children) if (isElement(child)) yield* everyElement(child)
}
