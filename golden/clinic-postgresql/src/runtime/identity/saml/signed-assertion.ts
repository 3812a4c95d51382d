import { constants, hash, type KeyObject, timingSafeEqual, verify } from 'node:crypto'
import { canonicalXml } from './canonical-xml.ts'
import { attributeOf, everyElement, isElement, samlNamespace, signatureNamespace, textIn } from './elements.ts'
import { readXml, type XmlElement, XmlRefused } from './xml.ts'

const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const enveloped = `${signatureNamespace}enveloped-signature`
const more = 'http://www.w3.org/2001/04/xmldsig-more#'
const newer = 'http://www.w3.org/2007/05/xmldsig-more#'

const digests: ReadonlyMap<string, string> = new Map([
  ['http://www.w3.org/2001/04/xmlenc#sha256', 'sha256'],
  [`${more}sha384`, 'sha384'],
  ['http://www.w3.org/2001/04/xmlenc#sha512', 'sha512'],
])

interface Algorithm {
  readonly hash: string
  readonly keys: readonly (string | undefined)[]
  readonly isPss?: boolean
}

/** No SHA-1, no MACs: a key that verifies never is one that could have signed. */
const algorithms: ReadonlyMap<string, Algorithm> = new Map(
  ['sha256', 'sha384', 'sha512'].flatMap((name): [string, Algorithm][] => [
    [`${more}rsa-${name}`, { hash: name, keys: ['rsa'] }],
    [`${more}ecdsa-${name}`, { hash: name, keys: ['ec'] }],
    [`${newer}${name}-rsa-MGF1`, { hash: name, keys: ['rsa', 'rsa-pss'], isPss: true }],
  ]),
)

/**
 * Reads an assertion whose own signature (SAML 2.0 core section 5.4) verifies under one of `keys`, and gives what was
 * signed, read from the signed bytes alone: nothing else of the document is ever looked at. The document is one assertion
 * with one signature right inside it that refers to it, so that there is nothing to wrap. Throws XmlRefused.
 */
export const readSignedAssertion = (document: Uint8Array, keys: readonly KeyObject[]): XmlElement => {
  const root = readXml(document)
  const signature = signatureOf(root)
  const [signedInfo, signatureValue] = parts(signature, ['SignedInfo', 'SignatureValue', 'KeyInfo'])
  const [canonicalization, method, referring] = parts(signedInfo, [
    'CanonicalizationMethod',
    'SignatureMethod',
    'Reference',
  ])
  const reference = referenceOf(root, referring)
  const prefixes = prefixesOf(canonicalization, exclusive)
  const algorithm = algorithms.get(algorithmOf(method))
  if (!algorithm)
    throw new XmlRefused('The signature is of an algorithm that is not accepted: SHA-1, a MAC, or unknown.')
  const bytes = Buffer.from(canonicalXml(signedInfo, prefixes))
  const value = base64In(signatureValue)
  if (!keys.some((key) => isSignedBy(key, algorithm, bytes, value)))
    throw new XmlRefused('The signature does not verify.')
  // Who signed is known from here on: strangers do not make the whole document be brought into its form.
  const unsigned = { ...root, children: root.children.filter((child) => child !== signature) }
  const text = canonicalXml(unsigned, reference.prefixes)
  if (!isSame(hash(reference.digest, text, 'buffer'), reference.value))
    throw new XmlRefused('The assertion is not the one that was signed.')
  return readXml(Buffer.from(text))
}

/** The one signature, right inside the one assertion, which is the whole document. */
const signatureOf = (root: XmlElement): XmlElement => {
  if (root.namespace !== samlNamespace || root.name !== 'Assertion')
    throw new XmlRefused('The document has to be one SAML 2.0 assertion, without a response around it.')
  const all = [...everyElement(root)]
  // Whatever their namespace: another reader may not look at it.
  if (all.filter(({ name }) => name === 'Assertion').length !== 1)
    throw new XmlRefused('There is more than one assertion.')
  const ids = all.flatMap(({ attributes }) =>
    attributes.filter(({ name }) => /^id$/i.test(name)).map(({ value }) => value),
  )
  if (new Set(ids).size !== ids.length) throw new XmlRefused('Two elements have one ID.')
  const [signature, another] = all.filter(({ name }) => name === 'Signature')
  if (!signature) throw new XmlRefused('The assertion is not signed.')
  if (another || signature.namespace !== signatureNamespace || !root.children.includes(signature))
    throw new XmlRefused('The assertion has to have one signature, right inside it.')
  return signature
}

/** What the signature says of the assertion: how it is brought into its form, and the digest of that. */
interface Reference {
  readonly prefixes: readonly string[]
  readonly digest: string
  readonly value: Buffer
}

const referenceOf = (root: XmlElement, reference: XmlElement): Reference => {
  const [transforms, method, value] = parts(reference, ['Transforms', 'DigestMethod', 'DigestValue'])
  const id = attributeOf(root, 'ID')
  if (!id || attributeOf(reference, 'URI') !== `#${id}`)
    throw new XmlRefused('The signature does not refer to the assertion.')
  const [envelope, canonicalization] = parts(transforms, ['Transform', 'Transform'])
  prefixesOf(envelope, enveloped)
  const prefixes = prefixesOf(canonicalization, exclusive)
  const digest = digests.get(algorithmOf(method))
  if (!digest) throw new XmlRefused('The digest is of an algorithm that is not accepted: SHA-1, or unknown.')
  return { prefixes, digest, value: base64In(value) }
}

/** The child elements, which are these and no others, in this order; the last of three may be missing where it is KeyInfo. */
const parts = <const Names extends readonly string[]>(
  element: XmlElement,
  names: Names,
): { readonly [At in keyof Names]: XmlElement } => {
  const found = element.children.filter(isElement)
  const isWhole = found.length === names.length || (names[found.length] === 'KeyInfo' && found.length === 2)
  if (!isWhole || !found.every(({ namespace, name }, at) => namespace === signatureNamespace && name === names[at]))
    throw new XmlRefused('The signature is not of the form that SAML 2.0 gives it.')
  // There are as many as names, which was asked just now, but for a KeyInfo, which nobody takes.
  return found as { [At in keyof Names]: XmlElement }
}

const algorithmOf = (element: XmlElement): string => attributeOf(element, 'Algorithm') ?? ''

/**
 * Prefixes that a transform renders wherever they are in scope (`InclusiveNamespaces`, which some signers write into the
 * enveloped transform too, where it says nothing). Refuses another transform.
 */
const prefixesOf = (element: XmlElement, algorithm: string): readonly string[] => {
  const [inclusive, another] = element.children.filter(isElement)
  const isInclusive = inclusive?.namespace === algorithm && inclusive.name === 'InclusiveNamespaces'
  if (algorithmOf(element) !== algorithm || another || (inclusive && !isInclusive))
    throw new XmlRefused('The signature uses a transform that is not accepted.')
  const prefixes = inclusive ? (attributeOf(inclusive, 'PrefixList') ?? '').split(/\s+/).filter(Boolean) : []
  if (prefixes.length > prefixesMax) throw new XmlRefused(`A transform names at most ${prefixesMax} prefixes.`)
  return prefixes
}

const prefixesMax = 32

const base64In = (element: XmlElement): Buffer => {
  const text = textIn(element)?.replaceAll(/\s+/g, '') ?? ''
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(text)) throw new XmlRefused(`${element.name} is not base64.`)
  return Buffer.from(text, 'base64')
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && timingSafeEqual(a, b)

const isSignedBy = (key: KeyObject, { hash: name, keys, isPss }: Algorithm, bytes: Buffer, value: Buffer): boolean =>
  keys.includes(key.asymmetricKeyType) &&
  verify(
    name,
    bytes,
    {
      key,
      // XML Signature 1.1 section 6.4.3: r and s, each as long as the order.
      dsaEncoding: 'ieee-p1363',
      ...(isPss && { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }),
    },
    value,
  )
