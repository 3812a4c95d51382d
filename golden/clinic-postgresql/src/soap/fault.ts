import { type Problem, type ProblemCode, sortErrors } from '../runtime/index.ts'
import { type FaultCause, writeEnvelope } from './envelope.ts'
import { envelopeNamespaces, type SoapVersion, securityNamespace } from './names.ts'
import { element, escaped, printable, textElement, type Xml } from './write-xml.ts'

/** Whose fault each problem is (SOAP 1.2 part 1 section 5.4.6); 1.1 calls them Client and Server. The only place where a code meets one. */
const isServers: Readonly<Record<ProblemCode, boolean>> = {
  malformed: false,
  unauthenticated: false,
  forbidden: false,
  'step-up-required': false,
  'not-found': false,
  'method-not-allowed': false,
  'not-acceptable': false,
  'unsupported-media-type': false,
  'invalid-input': false,
  'stale-cursor': false,
  conflict: false,
  referenced: false,
  'precondition-failed': false,
  'precondition-required': false,
  'in-progress': false,
  'idempotency-mismatch': false,
  'too-large': false,
  'too-many': false,
  'operation-failed': false,
  'not-implemented': true,
  timeout: true,
  cancelled: true,
  unavailable: true,
  internal: true,
}

/** Status of a fault: 500 in SOAP 1.1 (section 6.2); in 1.2 400 for the sender's, and 500 for all others (part 2, table 20). */
export const faultStatus = (version: SoapVersion, { code }: Problem, why?: FaultCause): number =>
  version === '1.2' && !isServers[code] && !isEnvelopes(why) ? 400 : 500

/** A problem as a fault, whole in its detail. `why`: what the specifications have a code of its own for. */
export const writeFault = (version: SoapVersion, of: Problem, namespace: string, why?: FaultCause): Xml => {
  const detail = problemXml(of, namespace)
  const sentence = printable(of.detail)
  if (version === '1.1')
    return writeEnvelope(
      version,
      element('soap:Fault', `${faultCode(of, why)}${textElement('faultstring', sentence)}${element('detail', detail)}`),
    )
  const reason = `<soap:Reason><soap:Text xml:lang="en">${escaped(sentence, 'detail')}</soap:Text></soap:Reason>`
  return writeEnvelope(
    version,
    element('soap:Fault', `${codeOf(of, why)}${reason}${element('soap:Detail', detail)}`),
    headerOf(why),
  )
}

/** About the envelope itself; the others are the security of its message. */
const isEnvelopes = (why: FaultCause | undefined): boolean =>
  why?.code === 'MustUnderstand' || why?.code === 'VersionMismatch'

/** SOAP 1.1 section 4.4.1; the codes of WS-Security stand in its place (SOAP Message Security 1.1.1, section 12). */
const faultCode = ({ code }: Problem, why: FaultCause | undefined): Xml => {
  if (why && !isEnvelopes(why)) return textElement('faultcode', `wsse:${why.code}`, { 'xmlns:wsse': securityNamespace })
  return textElement('faultcode', `soap:${why?.code ?? (isServers[code] ? 'Server' : 'Client')}`)
}

/** SOAP 1.2 part 1 section 5.4.1; the codes of WS-Security stand below the sender's. */
const codeOf = ({ code }: Problem, why: FaultCause | undefined): Xml => {
  const value = (text: string): Xml => textElement('soap:Value', text)
  if (why && !isEnvelopes(why))
    return element(
      'soap:Code',
      value('soap:Sender') + element('soap:Subcode', value(`wsse:${why.code}`), { 'xmlns:wsse': securityNamespace }),
    )
  return element('soap:Code', value(`soap:${why?.code ?? (isServers[code] ? 'Receiver' : 'Sender')}`))
}

/** What SOAP 1.2 part 1 has in the header of a fault: versions to send (section 5.4.7), and what was not understood (5.4.8). */
const headerOf = (why: FaultCause | undefined): Xml => {
  if (why?.code === 'VersionMismatch')
    return element(
      'soap:Upgrade',
      (['1.2', '1.1'] as const)
        .map((version) =>
          element('soap:SupportedEnvelope', '', { qname: 'of:Envelope', 'xmlns:of': envelopeNamespaces[version] }),
        )
        .join(''),
    )
  if (!why?.block) return ''
  const { name, namespace } = why.block
  return namespace === ''
    ? element('soap:NotUnderstood', '', { qname: name })
    : element('soap:NotUnderstood', '', { qname: `of:${name}`, 'xmlns:of': namespace })
}

/** The element `problem` of the contract's schema. */
const problemXml = (of: Problem, namespace: string): Xml => {
  const { errors, reason, why, scopes, retryAfterSeconds } = of
  const written = [
    textElement('code', of.code),
    textElement('detail', printable(of.detail)),
    errors && element('errors', sortErrors(errors).map(errorXml).join('')),
    reason !== undefined && textElement('reason', printable(reason)),
    why && element('why', textElement('sentence', printable(why.sentence)) + (why.rule ? ruleXml(why.rule) : '')),
    scopes && element('scopes', scopes.map((scope) => textElement('scope', printable(scope))).join('')),
    retryAfterSeconds !== undefined && textElement('retryAfterSeconds', String(retryAfterSeconds)),
  ]
  return element('problem', written.filter((each) => typeof each === 'string').join(''), { xmlns: namespace })
}

const errorXml = ({ path, code, message }: NonNullable<Problem['errors']>[number]): Xml =>
  element(
    'error',
    textElement('path', printable(path)) + textElement('code', code) + textElement('message', printable(message)),
  )

const ruleXml = ({ id, text, file, line }: NonNullable<NonNullable<Problem['why']>['rule']>): Xml =>
  element(
    'rule',
    textElement('id', printable(id)) +
      textElement('text', printable(text)) +
      textElement('file', printable(file)) +
      textElement('line', String(line)),
  )
