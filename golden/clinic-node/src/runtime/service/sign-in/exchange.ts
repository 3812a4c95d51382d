import { hash, type KeyObject } from 'node:crypto'
import type { Principal } from '../../call.ts'
import type { Json, JsonObject } from '../../json.ts'
import type { ServiceModel } from '../../model.ts'
import { ProblemError } from '../../problem.ts'
import { knownScopes } from '../../scope.ts'
import type { State } from '../../state.ts'
import { readText } from '../../values/read-text.ts'
import { type Assertion, readAssertion } from '../saml/assertion.ts'
import { XmlRefused } from '../saml/xml.ts'
import type { SamlConfig } from './config.ts'
import type { OwnIssuer } from './own-issuer.ts'
import { principalOf } from './principal-of.ts'

export interface ExchangeOptions {
  readonly model: ServiceModel
  readonly saml: SamlConfig
  /** Of the identity provider. */
  readonly keys: readonly KeyObject[]
  readonly own: OwnIssuer
  readonly state: Pick<State, 'putClaim'>
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

/**
 * Whether nobody has brought this assertion before, on any replica: a claim in the state that is never ended, and swept a day
 * later, when no assertion that was made then is good any more.
 */
const takeOnce = (
  state: Pick<State, 'putClaim'>,
  issuer: string,
  { id }: Assertion,
  nowMs: number,
): Promise<boolean> => {
  const scope = `saml ${hash('sha256', JSON.stringify([issuer, id]), 'hex')}`
  return state.putClaim({ scope, input: '', id: scope, atMs: nowMs, prepared: null }, null)
}

/** What of an assertion a token says: roles that the charter has, declared attributes, the tenant, how the person signed in. */
const claimsOf = (assertion: Assertion, { access }: ServiceModel, { rolesAttribute }: SamlConfig): JsonObject => {
  const { attributes, authenticated } = assertion
  const single = (name: string): string | undefined =>
    attributes[name]?.length === 1 ? attributes[name][0] : undefined
  const declared = access.principal.flatMap(({ claim, type }): [string, Json][] => {
    const text = single(claim)
    return text === undefined ? [] : [[claim, readText(type, text) ?? text]]
  })
  const tenant = access.tenantClaim === undefined ? undefined : single(access.tenantClaim)
  return {
    ...Object.fromEntries(declared),
    ...(access.tenantClaim !== undefined && tenant !== undefined && { [access.tenantClaim]: tenant }),
    roles: (attributes[rolesAttribute] ?? []).filter((role) => access.roles.includes(role)),
    ...(authenticated && { auth_time: Math.floor(authenticated.atMs / 1000) }),
    ...(authenticated?.context && { acr: authenticated.context, ...strengthOf(authenticated.context) }),
  }
}

/** Classes of authentication that are of two factors; of others nothing is concluded. */
const twoFactors = [
  'https://refeds.org/profile/mfa',
  'http://schemas.microsoft.com/claims/multipleauthn',
  'urn:oasis:names:tc:SAML:2.0:ac:classes:MobileTwoFactorContract',
  'urn:oasis:names:tc:SAML:2.0:ac:classes:MobileTwoFactorUnregistered',
]

const strengthOf = (context: string): JsonObject => (twoFactors.includes(context) ? { amr: ['mfa'] } : {})
