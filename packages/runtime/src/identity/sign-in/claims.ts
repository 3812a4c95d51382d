import type { JWTPayload } from 'jose'
import { unauthenticated } from './unauthenticated.ts'

/** Seconds by which clocks may differ. */
export const skewSeconds = 5

export interface ClaimsWanted {
  readonly issuer: string
  readonly audience: string
  readonly nowMs: number
}

/** Claims of a token for this service that holds now. */
export type Claims = JWTPayload & { readonly sub: string; readonly exp: number }

/**
 * The claims of a verified payload (RFC 7519 section 4.1): from this issuer, for this audience, of somebody, not before its
 * time and with an end that has not come. Throws a ProblemError (`unauthenticated`).
 */
export const readClaims = (payload: Uint8Array, { issuer, audience, nowMs }: ClaimsWanted): Claims => {
  const claims = objectOf(payload)
  const { iss, aud, sub, exp, nbf, iat } = claims
  const nowSeconds = Math.floor(nowMs / 1000)
  if (iss !== issuer) throw notWanted('iss')
  if (aud !== audience && !(Array.isArray(aud) && aud.includes(audience))) throw notWanted('aud')
  if (typeof sub !== 'string' || sub === '') throw unauthenticated('The token needs a "sub" claim.')
  if (!isTime(exp)) throw notWanted('exp')
  if (exp <= nowSeconds - skewSeconds) throw unauthenticated('The token has expired.')
  if (nbf !== undefined && !(isTime(nbf) && nbf <= nowSeconds + skewSeconds)) throw notWanted('nbf')
  if (iat !== undefined && !isTime(iat)) throw notWanted('iat')
  return { ...claims, sub, exp }
}

const notWanted = (claim: string) => unauthenticated(`The token's "${claim}" claim is not the one wanted here.`)

const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

const objectOf = (payload: Uint8Array): JWTPayload => {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(payload))
    // An object of JSON is what JWTPayload says: every member it names is looked at before it is used.
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JWTPayload
  } catch (error) {
    throw unauthenticated('The token cannot be read.', error)
  }
  throw unauthenticated('The token cannot be read.')
}
