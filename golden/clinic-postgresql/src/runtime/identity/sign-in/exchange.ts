import type { KeyObject } from 'node:crypto'
import type { Principal } from '../../call/call.ts'
import type { ServiceModel } from '../../call/model.ts'
import { knownScopes } from '../../call/scope.ts'
import { ProblemError } from '../../problem/problem.ts'
import type { State } from '../../store/state.ts'
import { readAssertion } from '../saml/assertion.ts'
import { XmlRefused } from '../saml/xml.ts'
import { claimsOf } from './assertion-claims.ts'
import type { SamlConfig } from './config.ts'
import type { OwnIssuer } from './own-issuer.ts'
import { principalOf } from './principal-of.ts'
import { takeOnce } from './take-assertion.ts'

export interface ExchangeOptions {
  readonly model: ServiceModel
  readonly saml: SamlConfig
  /** Of the identity provider. */
  readonly keys: readonly KeyObject[]
  readonly own: OwnIssuer
  readonly state: Pick<State, 'findClaim' | 'putClaim'>
  readonly nowMs: () => number
}

export interface Asked {
  /** The document, decoded. */
  readonly assertion: Uint8Array
  readonly scopes?: readonly string[]
}

/** Errors of RFC 6749 section 5.2 with a sentence that may be told, or a token with whose it is. */
export type Exchanged =
  | { readonly error: 'invalid_grant' | 'invalid_scope'; readonly sentence: string }
  | { readonly token: string; readonly seconds: number; readonly principal: Principal }

/** Exchanges an assertion for a token of the service's own (RFC 7522). Rejects with a ProblemError when the state does not answer. */
export type Exchange = (asked: Asked) => Promise<Exchanged>

const tokenMs = 600_000

export const exchangeOf = (options: ExchangeOptions): Exchange => {
  const { model, saml, keys, own, state } = options
  return async ({ assertion: document, scopes }) => {
    const unknown = scopes?.find((scope) => !knownScopes(model).includes(scope))
    if (unknown !== undefined)
      return { error: 'invalid_scope', sentence: 'A scope is asked for that is not known here.' }
    const nowMs = options.nowMs()
    try {
      const assertion = readAssertion(document, { ...saml, keys, nowMs })
      const untilMs = Math.min(nowMs + tokenMs, assertion.sessionEndsAtMs ?? Number.POSITIVE_INFINITY)
      const claims = { ...claimsOf(assertion, model, saml), ...(scopes && { scope: scopes.join(' ') }) }
      const making = { access: model.access, rolesClaim: 'roles', credential: 'saml' as const, scopes, nowMs }
      const principal = principalOf({ ...claims, sub: assertion.subject, exp: untilMs / 1000 }, making)
      // Last of all: an assertion that is refused for anything else is not used up.
      if (!(await takeOnce(state, saml.issuer, assertion, nowMs))) return refused('The assertion was used before.')
      const token = await own.token(assertion.subject, claims, { fromMs: nowMs, untilMs })
      return { token, seconds: Math.floor((untilMs - nowMs) / 1000), principal }
    } catch (error) {
      if (error instanceof XmlRefused) return refused(error.message)
      if (error instanceof ProblemError && error.problem.code === 'unauthenticated')
        return refused(error.problem.detail)
      throw error
    }
  }
}

const refused = (sentence: string): Exchanged => ({ error: 'invalid_grant', sentence })
