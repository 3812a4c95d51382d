import { type Problem, type ProblemCode, sortErrors } from '../runtime/index.ts'
import { writeEnvelope } from './envelope.ts'
import type { SoapVersion } from './names.ts'
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

/** Status of a fault: 500 in SOAP 1.1 (section 6.2); in 1.2 400 for the sender's (part 2, table 20). */
export const faultStatus = (version: SoapVersion, { code }: Problem): number =>
  version === '1.2' && !isServers[code] ? 400 : 500

/** A problem as a fault, whole in its detail. `isNotUnderstood`: a header block that must be understood is not. */
export const writeFault = (version: SoapVersion, of: Problem, namespace: string, isNotUnderstood = false): Xml => {
  const detail = problemXml(of, namespace)
  const sentence = printable(of.detail)
  if (version === '1.1') {
    const code = isNotUnderstood ? 'MustUnderstand' : isServers[of.code] ? 'Server' : 'Client'
    return writeEnvelope(
      version,
      element(
        'soap:Fault',
        `<faultcode>soap:${code}</faultcode>${textElement('faultstring', sentence)}${element('detail', detail)}`,
      ),
    )
  }
  const code = isNotUnderstood ? 'MustUnderstand' : isServers[of.code] ? 'Receiver' : 'Sender'
  return writeEnvelope(
    version,
    element(
      'soap:Fault',
      `<soap:Code><soap:Value>soap:${code}</soap:Value></soap:Code><soap:Reason><soap:Text xml:lang="en">${escaped(sentence, 'detail')}</soap:Text></soap:Reason>${element('soap:Detail', detail)}`,
    ),
  )
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
