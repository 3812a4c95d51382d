import { hash } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, type JWTPayload } from 'jose'
import { rememberApiKey } from '../call/api-key-of.ts'
import type { Authenticate, Credential, Principal } from '../call/call.ts'
import type { AccessModel } from '../call/model.ts'
import { forgetOldest } from '../limits/forget-oldest.ts'
import { ProblemError } from '../problem/problem.ts'
import type { State } from '../store/state.ts'
import type { Issuer } from './issuer.ts'
import type { KeySource } from './jwks.ts'
import { verifyClaims } from './sign-in/claims.ts'
import { refuseLongLived } from './sign-in/gateway.ts'
import type { ProveByAssertion } from './sign-in/message-assertion.ts'
import { principalOf } from './sign-in/principal-of.ts'
import { scopesOf } from './sign-in/scopes-of.ts'
import { unauthenticated } from './sign-in/unauthenticated.ts'
import { signatureAlgorithms } from './sign-in/verify-signature.ts'
import { isSamePrincipal, rememberRenewal } from './standing.ts'

export interface AuthenticatorOptions {
  readonly access: AccessModel
  readonly issuers: readonly Issuer[]
  readonly state: Pick<State, 'findApiKey'>
  readonly nowMs: () => number
  readonly crypto?: 'fips' | undefined
  /** Null where no SAML assertions are taken. */
  readonly proveByAssertion?: ProveByAssertion | null
}

const cacheMax = 10_000
/** A revoked key is refused by every replica after this long. */
const apiKeyCacheMs = 3_000

/**
 * Verifies JWTs (RFC 7519, RFC 8725, RFC 9068), what a gateway asserts, API keys, and SAML assertions; verified ones are kept until
 * they expire.
 */
export const createAuthenticator = (options: AuthenticatorOptions): Authenticate => {
  // Apart by kind: what a gateway's header may carry is nobody's bearer token, known or not.
  const known: Readonly<Record<Credential['kind'], Map<string, Verified>>> = {
    bearer: new Map(),
    'api-key': new Map(),
    gateway: new Map(),
    saml: new Map(),
  }
  return (credential) => {
    if (!credential) return null
    const { kind, text } = credential
    // An assertion is a document of up to 64 KiB, too much to keep; the others are short.
    const name = kind === 'saml' ? hash('sha256', text, 'base64') : text
    const cached = known[kind].get(name)
    if (cached && cached.untilMs > options.nowMs() && cached.keys?.epoch?.() === cached.epoch) return cached.principal
    return verify(options, credential).then((found) => {
      // Still the same: what was opened with it goes on under one principal, and is looked after once.
      const before = known[kind].get(name)?.principal
      const verified = before && isSamePrincipal(before, found.principal) ? { ...found, principal: before } : found
      known[kind].delete(name)
      forgetOldest(known[kind], cacheMax)
      known[kind].set(name, verified)
      // An assertion proves once; what it opened ends with it.
      if (kind !== 'saml')
        rememberRenewal(verified.principal, async () => (await verify(options, credential)).principal)
      return verified.principal
    })
  }
}

/** Who a credential proved, for how long, and under which of the issuer's keys: a removed key ends its tokens too. */
interface Verified {
  readonly principal: Principal
  readonly untilMs: number
  readonly keys: KeySource | null
  readonly epoch: number | undefined
}

const verify = (options: AuthenticatorOptions, { kind, text }: Credential): Promise<Verified> => {
  if (kind === 'saml') return verifyAssertion(options, text)
  return kind === 'api-key' || (kind === 'bearer' && text.startsWith('ck_'))
    ? verifyApiKey(options, text)
    : verifyToken(options, kind, text)
}

type TokenKind = Exclude<Credential['kind'], 'api-key' | 'saml'>

const verifyToken = async (options: AuthenticatorOptions, kind: TokenKind, token: string): Promise<Verified> => {
  const { access, crypto } = options
  const { issuer, type } = issuerOf(options, kind, token)
  const nowMs = options.nowMs()
  const claims = await verifyClaims(token, { ...issuer, algorithms: signatureAlgorithms(crypto), nowMs })
  if (kind === 'gateway') refuseLongLived(claims, nowMs)
  refuseIdToken(claims)
  const scopes = scopesOf(claims, type, issuer, access)
  const credential = issuer.credential ?? (scopes ? 'oauth2' : 'jwt')
  const principal = principalOf(claims, { access, rolesClaim: issuer.rolesClaim, credential, scopes, nowMs })
  return { principal, untilMs: claims.exp * 1000, keys: issuer.keys, epoch: issuer.keys.epoch?.() }
}

/** Types of token by where they may be shown, so that none passes for another (RFC 8725 section 3.11). */
const types: Readonly<Record<TokenKind, readonly (string | undefined)[]>> = {
  bearer: [undefined, 'jwt', 'at+jwt'],
  gateway: ['gateway+jwt'],
}

const issuerOf = (
  { issuers, access }: AuthenticatorOptions,
  kind: TokenKind,
  token: string,
): { readonly issuer: Issuer; readonly type: string | undefined } => {
  if (token.length > 16_384) throw unauthenticated('The token is too long.')
  if (kind === 'gateway' && !access.accepts.includes('gateway'))
    throw unauthenticated('Assertions of a gateway are not accepted here.')
  try {
    const type = decodeProtectedHeader(token)
      .typ?.toLowerCase()
      .replace(/^application\//, '')
    if (!types[kind].includes(type))
      throw unauthenticated(
        kind === 'gateway' ? 'This is not an assertion of a gateway.' : 'This is not an access token.',
      )
    const { iss } = decodeJwt(token)
    const issuer = issuers.find((each) => each.issuer === iss && isTaken(each, kind, access))
    if (issuer) return { issuer, type }
  } catch (error) {
    throw error instanceof ProblemError ? error : unauthenticated('The token cannot be read.', error)
  }
  throw unauthenticated('The token is from an issuer that is not known here.')
}

const isTaken = ({ credential }: Issuer, kind: TokenKind, { accepts }: AccessModel): boolean => {
  if (kind === 'gateway' || credential === 'gateway') return kind === credential
  if (credential === undefined) return accepts.includes('jwt') || accepts.includes('oauth2')
  return credential === 'development' || accepts.includes(credential)
}

/** An ID token says who signed in to another application, not what may be done here (OpenID Connect Core section 2). */
const refuseIdToken = (payload: JWTPayload): void => {
  if ('at_hash' in payload || 'c_hash' in payload || 'nonce' in payload)
    throw unauthenticated('An ID token is not an access token.')
}

const verifyAssertion = async ({ proveByAssertion }: AuthenticatorOptions, text: string): Promise<Verified> => {
  if (!proveByAssertion) throw unauthenticated('SAML assertions are not accepted here.')
  return { ...(await proveByAssertion(Buffer.from(text))), keys: null, epoch: undefined }
}

/** API keys are looked up by the SHA-256 of the whole text; they are 256 random bits, so a plain hash is enough. */
const verifyApiKey = async ({ access, state, nowMs }: AuthenticatorOptions, text: string): Promise<Verified> => {
  if (!access.accepts.includes('api-key')) throw unauthenticated('API keys are not accepted here.')
  const record = text.length > 200 ? null : await state.findApiKey(hashApiKey(text))
  if (!record) throw unauthenticated('The API key is not known.')
  if (record.expiresAtMs !== null && record.expiresAtMs <= nowMs())
    throw unauthenticated('The API key has expired, or was revoked.')
  const principal: Principal = {
    id: record.principal,
    roles: record.roles,
    attributes: record.attributes,
    ...(record.tenant !== null && { tenant: record.tenant }),
    credential: 'api-key',
    ...(record.expiresAtMs !== null && { untilMs: record.expiresAtMs }),
    ...(record.scopes !== null && { scopes: record.scopes }),
  }
  rememberApiKey(principal, record.id)
  const untilMs = Math.min(nowMs() + apiKeyCacheMs, record.expiresAtMs ?? Number.POSITIVE_INFINITY)
  return { principal, untilMs, keys: null, epoch: undefined }
}

export const hashApiKey = (text: string): string => hash('sha256', text, 'hex')
