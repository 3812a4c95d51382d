import { type Problem, problem } from '../runtime/index.ts'
import { envelopeNamespaces, instanceNamespace, type SoapVersion, securityNamespace } from './names.ts'
import { childOf, parseXml, type XmlElement } from './parse-xml.ts'
import { standalone } from './standalone.ts'
import { element, type Xml } from './write-xml.ts'

export interface Envelope {
  readonly version: SoapVersion
  /** The one element in the body. */
  readonly request: XmlElement
  /** The `wsse:Security` block, where there is one. */
  readonly security: Security | undefined
}

export interface Security {
  readonly element: XmlElement
  /** A child of it as a document of its own. */
  documentOf(child: XmlElement): Xml
}

export type Enveloped =
  | { readonly envelope: Envelope }
  | { readonly problem: Problem; readonly version: SoapVersion; readonly why?: FaultCause }

/** What a fault has a code of its own for, beside whose fault it is. */
export interface FaultCause {
  readonly code: 'VersionMismatch' | 'MustUnderstand' | SecurityFault
  /** The header block that is not understood. */
  readonly block?: Pick<XmlElement, 'name' | 'namespace'>
}

/** OASIS WS-Security: SOAP Message Security 1.1.1, section 12. */
export type SecurityFault =
  | 'InvalidSecurity'
  | 'InvalidSecurityToken'
  | 'UnsupportedSecurityToken'
  | 'FailedAuthentication'

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

/** A message read as far as its envelope. `assumed`: the version that a fault speaks before the message has said its own. */
export const readEnvelope = (body: unknown, assumed: SoapVersion): Enveloped => {
  const refuse = (detail: string, version = assumed, why?: FaultCause): Enveloped => ({
    problem: problem('malformed', { detail }),
    version,
    ...(why && { why }),
  })
  const text = Buffer.isBuffer(body) ? decoded(body) : undefined
  if (text === undefined) return refuse('Send a SOAP envelope in UTF-8.')
  const declared = /^<\?xml[^>]*\bencoding=["']([^"']+)/.exec(text)?.[1]?.toLowerCase() ?? 'utf-8'
  if (declared !== 'utf-8' && declared !== 'utf8') return refuse('Send the envelope in UTF-8.')
  const parsed = parseXml(text)
  if ('error' in parsed) return refuse(`This is not a document that is taken here: ${parsed.error}`)
  const { root } = parsed
  const version = (Object.keys(envelopeNamespaces) as SoapVersion[]).find(
    (each) => envelopeNamespaces[each] === root.namespace,
  )
  if (root.name !== 'Envelope') return refuse('The document is not an envelope of SOAP 1.1 or 1.2.')
  if (!version)
    return refuse('The envelope is neither of SOAP 1.1 nor of SOAP 1.2.', assumed, { code: 'VersionMismatch' })
  const [request, ...more] = childOf(root, 'Body')?.children ?? []
  if (!request || more.length > 0) return refuse('The body of the envelope must hold one element.', version)
  const header = childOf(root, 'Header')
  const blocks = header?.children ?? []
  const unknown = blocks.find((block) => mustUnderstand(block, version) && block.namespace !== securityNamespace)
  if (unknown)
    return refuse(`The header block ${unknown.name} is not understood here.`, version, {
      code: 'MustUnderstand',
      block: unknown,
    })
  if (blocks.filter(isSecurity).length > 1)
    return refuse('There may be one Security header.', version, { code: 'InvalidSecurity' })
  return { envelope: { version, request, security: securityIn(text, root) } }
}

/**
 * The Security header of a message that begins like this, read no further than where its body begins; undefined where there is none,
 * or it does not stand here whole.
 */
export const readSecurity = (start: Buffer): Security | undefined => {
  const text = startOf(start)
  const parsed =
    text === undefined ? undefined : parseXml(text, { isEnough: (name, depth) => name === 'Body' && depth === 1 })
  return text !== undefined && parsed && 'root' in parsed ? securityIn(text, parsed.root) : undefined
}

const securityIn = (text: string, root: XmlElement): Security | undefined => {
  const header = childOf(root, 'Header')
  const [security, another] = header?.children.filter(isSecurity) ?? []
  if (!header || !security || another) return undefined
  return { element: security, documentOf: (child) => standalone(text, [root, header, security, child]) }
}

const isSecurity = ({ name, namespace }: XmlElement): boolean => name === 'Security' && namespace === securityNamespace

/** What is cut within a character is left out. */
const startOf = (start: Buffer): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(start, { stream: true })
  } catch {
    return undefined
  }
}

const decoded = (body: Buffer): string | undefined => {
  try {
    return decoder.decode(body)
  } catch {
    return undefined
  }
}

const mustUnderstand = ({ attributes }: XmlElement, version: SoapVersion): boolean =>
  ['1', 'true'].includes(attributes[`{${envelopeNamespaces[version]}}mustUnderstand`] ?? '')

/** An envelope around the content of a body. */
export const writeEnvelope = (version: SoapVersion, content: Xml, header: Xml = ''): Xml =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<soap:Envelope xmlns:soap="${envelopeNamespaces[version]}" xmlns:xsi="${instanceNamespace}">${header === '' ? '' : element('soap:Header', header)}${element('soap:Body', content)}</soap:Envelope>`
