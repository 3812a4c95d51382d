import { hash } from 'node:crypto'
import { decodeJwt, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose'
import type { Authenticate, Principal } from '../call.ts'
import type { Json } from '../json.ts'
import type { AccessModel } from '../model.ts'
import { ProblemError, problem } from '../problem.ts'
import type { State } from '../state.ts'
import { readValue } from '../values/read.ts'
import { readingAt } from '../values/reading.ts'
import { instantAt } from './input.ts'
import type { KeySource } from './jwks.ts'

export interface Issuer {
  /** `iss` that its tokens carry. */
  readonly issuer: string
  /** `aud` that they must name: this service. */
  readonly audience: string
  readonly keys: KeySource
  readonly rolesClaim: string
  /** Only the loopback issuer of development; refused in production by whoever composes the service. */
  readonly isDevelopment?: boolean
}

export interface AuthenticatorOptions {
  readonly access: AccessModel
  readonly issuers: readonly Issuer[]
  readonly state: Pick<State, 'findApiKey'>
  readonly nowMs: () => number
}

const algorithms = ['RS256', 'ES256', 'EdDSA', 'Ed25519', 'PS256', 'ES384']
const cacheMax = 10_000
const apiKeyCacheMs = 10_000

/** Verifies JWTs (RFC 7519, RFC 8725, RFC 9068) and API keys; verified ones are kept until they expire. */
export const createAuthenticator = (options: AuthenticatorOptions): Authenticate => {
  const known = new Map<string, Verified>()
  const keep = (text: string, verified: Verified): Principal => {
    if (known.size >= cacheMax) known.clear()
    known.set(text, verified)
    return verified.principal
  }
  return (credential) => {
    if (!credential) return null
    const { text } = credential
    const cached = known.get(text)
    if (cached && cached.untilMs > options.nowMs() && cached.keys?.epoch?.() === cached.epoch) return cached.principal
    if (credential.kind === 'api-key' || text.startsWith('ck_')) {
      return verifyApiKey(options, text).then((verified) => keep(text, verified))
    }
    return verifyToken(options, text).then((verified) => keep(text, verified))
  }
}

/** Who a credential proved, for how long, and under which of the issuer's keys: a removed key ends its tokens too. */
interface Verified {
  readonly principal: Principal
  readonly untilMs: number
  readonly keys: KeySource | null
  readonly epoch: number | undefined
}

const unauthenticated = (detail: string, cause?: unknown) =>
  new ProblemError(problem('unauthenticated', { detail, cause }))

const verifyToken = async (options: AuthenticatorOptions, token: string): Promise<Verified> => {
  const issuer = issuerOf(options, token)
  const { payload } = await jwtVerify(token, issuer.keys.key, {
    issuer: issuer.issuer,
    audience: issuer.audience,
    algorithms,
    clockTolerance: 5,
    requiredClaims: ['exp', 'sub'],
    currentDate: new Date(options.nowMs()),
  }).catch((error: unknown) => {
    throw error instanceof ProblemError ? error : unauthenticated(sentenceOf(error), error)
  })
  refuseIdToken(payload)
  const principal = principalOf(options, issuer, payload)
  return { principal, untilMs: (payload.exp ?? 0) * 1000, keys: issuer.keys, epoch: issuer.keys.epoch?.() }
}

const issuerOf = ({ issuers, access }: AuthenticatorOptions, token: string): Issuer => {
  if (token.length > 16_384) throw unauthenticated('The token is too long.')
  try {
    const { typ } = decodeProtectedHeader(token)
    const kind = typ?.toLowerCase().replace(/^application\//, '')
    if (kind !== undefined && kind !== 'jwt' && kind !== 'at+jwt') throw unauthenticated('This is not an access token.')
    const { iss } = decodeJwt(token)
    const issuer = issuers.find((each) => each.issuer === iss && (each.isDevelopment || access.accepts.includes('jwt')))
    if (issuer) return issuer
  } catch (error) {
    throw error instanceof ProblemError ? error : unauthenticated('The token cannot be read.', error)
  }
  throw unauthenticated('The token is from an issuer that is not known here.')
}

const sentenceOf = (error: unknown): string =>
  error instanceof errors.JWTExpired
    ? 'The token has expired.'
    : error instanceof errors.JWTClaimValidationFailed
      ? `The token's "${error.claim}" claim is not the one wanted here.`
      : 'The token does not verify.'

/** An ID token says who signed in to another application, not what may be done here (OpenID Connect Core section 2). */
const refuseIdToken = (payload: JWTPayload): void => {
  if ('at_hash' in payload || 'c_hash' in payload || 'nonce' in payload)
    throw unauthenticated('An ID token is not an access token.')
}

const principalOf = ({ access, nowMs }: AuthenticatorOptions, issuer: Issuer, payload: JWTPayload): Principal => {
  if (typeof payload.sub !== 'string' || payload.sub === '') throw unauthenticated('The token needs a "sub" claim.')
  const roles = rolesOf(payload[issuer.rolesClaim]).filter((role) => access.roles.includes(role))
  const attributes: Record<string, Json> = {}
  for (const { name, claim, type, isRequired } of access.principal) {
    const given = payload[claim] as Json | undefined
    const value =
      given === undefined || given === null ? undefined : readValue(type, given, '', readingAt(instantAt(nowMs())))
    if (value !== undefined) attributes[name] = value
    else if (isRequired) throw unauthenticated(`The token needs a "${claim}" claim.`)
  }
  const tenant = access.tenantClaim === undefined ? undefined : payload[access.tenantClaim]
  if (access.tenantClaim !== undefined && (typeof tenant !== 'string' || tenant === ''))
    throw unauthenticated(`The token needs a "${access.tenantClaim}" claim.`)
  return {
    id: payload.sub,
    roles,
    attributes,
    ...(typeof tenant === 'string' && { tenant }),
    credential: issuer.isDevelopment ? 'development' : 'jwt',
    untilMs: (payload.exp ?? 0) * 1000,
    signIn: signInOf(payload),
  }
}

const rolesOf = (claim: unknown): readonly string[] =>
  Array.isArray(claim)
    ? claim.filter((role): role is string => typeof role === 'string')
    : typeof claim === 'string'
      ? claim.split(' ')
      : []

const signInOf = ({ acr, amr, auth_time: authTime }: JWTPayload): NonNullable<Principal['signIn']> => ({
  ...(typeof acr === 'string' && { acr }),
  ...(Array.isArray(amr) && { amr: amr.filter((each): each is string => typeof each === 'string') }),
  ...(typeof authTime === 'number' && { authTime }),
})

/** API keys are looked up by the SHA-256 of the whole text; they are 256 random bits, so a plain hash is enough. */
const verifyApiKey = async ({ access, state, nowMs }: AuthenticatorOptions, text: string): Promise<Verified> => {
  if (!access.accepts.includes('api-key')) throw unauthenticated('API keys are not accepted here.')
  const record = text.length > 200 ? null : await state.findApiKey(hashApiKey(text))
  if (!record) throw unauthenticated('The API key is not known.')
  if (record.expiresAtMs !== null && record.expiresAtMs <= nowMs()) throw unauthenticated('The API key has expired.')
  const principal: Principal = {
    id: record.principal,
    roles: record.roles,
    attributes: record.attributes,
    ...(record.tenant !== null && { tenant: record.tenant }),
    credential: 'api-key',
    ...(record.expiresAtMs !== null && { untilMs: record.expiresAtMs }),
  }
  const untilMs = Math.min(nowMs() + apiKeyCacheMs, record.expiresAtMs ?? Number.POSITIVE_INFINITY)
  return { principal, untilMs, keys: null, epoch: undefined }
}

export const hashApiKey = (text: string): string => hash('sha256', text, 'hex')
