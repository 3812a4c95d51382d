import type { Principal } from '../../call/call.ts'
import { readAssertion } from '../saml/assertion.ts'
import { XmlRefused } from '../saml/xml.ts'
import { claimsOf } from './assertion-claims.ts'
import type { ExchangeOptions } from './exchange.ts'
import { principalOf } from './principal-of.ts'
import { takeForMessages, takeOnce } from './take-assertion.ts'
import { unauthenticated } from './unauthenticated.ts'

/** Whom an assertion proves, and until when it need not be read again. Rejects with a ProblemError (`unauthenticated`, `unavailable`). */
export type ProveByAssertion = (
  document: Uint8Array,
) => Promise<{ readonly principal: Principal; readonly untilMs: number }>

/**
 * Believes an assertion that a message carries (OASIS WSS SAML Token Profile 1.1.1 section 3.5.3, bearer) for what the exchange
 * believes it, in message after message until it ends; one for one use is believed once.
 */
export const proveByAssertion =
  ({ model, saml, keys, state, nowMs: now }: Omit<ExchangeOptions, 'own'>): ProveByAssertion =>
  async (document) => {
    const nowMs = now()
    const assertion = readOrRefuse(() => readAssertion(document, { ...saml, keys, nowMs }))
    const { subject, sessionEndsAtMs, isOneTime } = assertion
    const endsAtMs = Math.min(assertion.endsAtMs, sessionEndsAtMs ?? Number.POSITIVE_INFINITY)
    const claims = { ...claimsOf(assertion, model, saml), sub: subject, exp: endsAtMs / 1000 }
    const making = { access: model.access, rolesClaim: 'roles', credential: 'saml' as const, scopes: undefined, nowMs }
    const principal = principalOf(claims, making)
    // Last of all, as in the exchange.
    const take = isOneTime ? takeOnce : takeForMessages
    if (!(await take(state, saml.issuer, assertion, nowMs))) throw unauthenticated('The assertion was used before.')
    return { principal, untilMs: isOneTime ? nowMs : endsAtMs }
  }

const readOrRefuse = <Value>(read: () => Value): Value => {
  try {
    return read()
  } catch (error) {
    throw error instanceof XmlRefused ? unauthenticated(error.message) : error
  }
}
