import type { KeyObject } from 'node:crypto'
import type { SamlConfig } from '../sign-in/config.ts'
import { attributeOf, childrenOf, isElement, onlyChild, samlNamespace, textIn } from './elements.ts'
import { readSignedAssertion } from './signed-assertion.ts'
import { type XmlElement, XmlRefused } from './xml.ts'

/** What an identity provider says of somebody, once it is believed. */
export interface Assertion {
  readonly id: string
  readonly subject: string
  /** From then on it is not to be believed, whoever brings it. */
  readonly endsAtMs: number
  /** When and how the person signed in there; null where it does not say. */
  readonly authenticated: { readonly atMs: number; readonly context: string | null } | null
  readonly sessionEndsAtMs: number | null
  /** `OneTimeUse` (SAML 2.0 core section 2.5.1.5): it is not to be kept and believed again. */
  readonly isOneTime: boolean
  readonly attributes: Readonly<Record<string, readonly string[]>>
}

export interface AssertionOptions extends Pick<SamlConfig, 'issuer' | 'audience' | 'recipient'> {
  readonly keys: readonly KeyObject[]
  readonly nowMs: number
}

/** By which the clock of an identity provider may be ahead. */
const skewMs = 60_000
/** Assertions that are used once are remembered for a day. */
const lifetimeMsMax = 86_400_000
const textMax = 1024

/**
 * An assertion for this service as a bearer's (RFC 7522 section 3): signed by its provider, issued by it, for this audience
 * and recipient, now. Throws XmlRefused with a sentence that may be told.
 */
export const readAssertion = (document: Uint8Array, reading: AssertionOptions): Assertion => {
  const root = readSignedAssertion(document, reading.keys)
  if (attributeOf(root, 'Version') !== '2.0') throw new XmlRefused('The assertion is not of SAML 2.0.')
  if (textIn(onlyChild(root, samlNamespace, 'Issuer')) !== reading.issuer)
    throw new XmlRefused('The assertion is from an issuer that is not known here.')
  if (timeOf(root, 'IssueInstant', true) > reading.nowMs + skewMs) throw notYet()
  const subject = onlyChild(root, samlNamespace, 'Subject')
  const endsAtMs = Math.min(checkConditions(root, reading), confirmedUntil(subject, reading))
  if (endsAtMs > reading.nowMs + lifetimeMsMax) throw new XmlRefused('The assertion is good for more than a day.')
  return {
    id: attributeOf(root, 'ID') ?? '',
    subject: required(textIn(onlyChild(subject, samlNamespace, 'NameID')), 'NameID'),
    endsAtMs,
    ...authenticationOf(root, reading.nowMs),
    isOneTime: childrenOf(onlyChild(root, samlNamespace, 'Conditions'), samlNamespace, 'OneTimeUse').length > 0,
    attributes: attributesOf(root),
  }
}

const notYet = (): XmlRefused => new XmlRefused('The assertion is not good yet.')
const noMore = (): XmlRefused => new XmlRefused('The assertion is not good any more.')

const required = (text: string | undefined, what: string): string => {
  if (!text || text.length > textMax)
    throw new XmlRefused(`The assertion needs ${what}, as text of at most ${textMax} characters.`)
  return text
}

/** SAML 2.0 core section 1.3.3: UTC, and nothing that depends on fractions. */
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/

const timeOf = (element: XmlElement, name: string, isNeeded = false): number => {
  const text = attributeOf(element, name)
  if (text === undefined && !isNeeded) return Number.NaN
  const time = instant.test(text ?? '') ? Date.parse(text ?? '') : Number.NaN
  if (Number.isNaN(time)) throw new XmlRefused(`${name} of ${element.name} is not a time in UTC.`)
  return time
}

/** The end of a span of time that `nowMs` has to be in; without an end, that of all time. */
const spanUntil = (element: XmlElement, nowMs: number): number => {
  if (timeOf(element, 'NotBefore') > nowMs + skewMs) throw notYet()
  const end = timeOf(element, 'NotOnOrAfter')
  if (end <= nowMs) throw noMore()
  return Number.isNaN(end) ? Number.POSITIVE_INFINITY : end
}

/** Section 2.5.1: a condition that is not understood cannot hold. */
const understood = ['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction']

const checkConditions = (root: XmlElement, { audience, nowMs }: AssertionOptions): number => {
  const conditions = onlyChild(root, samlNamespace, 'Conditions')
  for (const { namespace, name } of conditions.children.filter(isElement))
    if (namespace !== samlNamespace || !understood.includes(name))
      throw new XmlRefused('The assertion has a condition that is not understood here.')
  const restrictions = childrenOf(conditions, samlNamespace, 'AudienceRestriction')
  const isForUs = (restriction: XmlElement) =>
    childrenOf(restriction, samlNamespace, 'Audience').some((each) => textIn(each) === audience)
  if (restrictions.length === 0 || !restrictions.every(isForUs))
    throw new XmlRefused('The assertion is for another audience.')
  return spanUntil(conditions, nowMs)
}

const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'

/** Until when whoever bears the assertion is believed: RFC 7522 section 3, number 5. */
const confirmedUntil = (subject: XmlElement, { recipient, nowMs }: AssertionOptions): number => {
  const found = childrenOf(subject, samlNamespace, 'SubjectConfirmation')
    .filter((each) => attributeOf(each, 'Method') === bearer)
    .flatMap((each) => childrenOf(each, samlNamespace, 'SubjectConfirmationData'))
    .filter((data) => attributeOf(data, 'Recipient') === recipient)
  const [data] = found
  if (!data || found.length > 1) throw new XmlRefused('The assertion was not given to a bearer to bring here.')
  const end = spanUntil(data, nowMs)
  if (end === Number.POSITIVE_INFINITY)
    throw new XmlRefused('The assertion does not say until when its bearer is believed.')
  return end
}

const authenticationOf = (root: XmlElement, nowMs: number): Pick<Assertion, 'authenticated' | 'sessionEndsAtMs'> => {
  const [statement] = childrenOf(root, samlNamespace, 'AuthnStatement')
  if (!statement) return { authenticated: null, sessionEndsAtMs: null }
  const atMs = timeOf(statement, 'AuthnInstant', true)
  const ends = timeOf(statement, 'SessionNotOnOrAfter')
  if (atMs > nowMs + skewMs) throw notYet()
  if (ends <= nowMs) throw noMore()
  const [context] = childrenOf(statement, samlNamespace, 'AuthnContext')
  const [reference] = context ? childrenOf(context, samlNamespace, 'AuthnContextClassRef') : []
  return {
    authenticated: { atMs, context: (reference && textIn(reference)) ?? null },
    sessionEndsAtMs: Number.isNaN(ends) ? null : ends,
  }
}

/** Values that are text, by the attribute's name. */
const attributesOf = (root: XmlElement): Assertion['attributes'] => {
  const found = new Map<string, string[]>()
  for (const statement of childrenOf(root, samlNamespace, 'AttributeStatement'))
    for (const attribute of childrenOf(statement, samlNamespace, 'Attribute')) {
      const name = required(attributeOf(attribute, 'Name'), 'names of attributes')
      const values = childrenOf(attribute, samlNamespace, 'AttributeValue').flatMap((each) => textIn(each) ?? [])
      found.set(name, [...(found.get(name) ?? []), ...values])
    }
  return Object.fromEntries(found)
}
