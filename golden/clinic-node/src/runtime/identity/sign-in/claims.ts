import { type JWTPayload, jwtVerify } from 'jose'
import type { Issuer } from '../issuer.ts'
import { unauthenticated } from './unauthenticated.ts'
import { notWanted, verifyStrictly } from './verify-signature.ts'

/** Seconds by which clocks may differ. */
export const skewSeconds = 5

export interface ClaimsWanted extends Pick<Issuer, 'issuer' | 'audience' | 'keys'> {
  readonly algorithms: readonly string[]
  readonly nowMs: number
}

/** Claims of a token for this service that holds now. */
export type Claims = JWTPayload & { readonly sub: string; readonly exp: number }

/**
 * The claims of a token (RFC 7519 section 4.1): signed by this issuer, for this audience, of somebody, not before its time and
 * with an end that has not come. Rejects with a ProblemError (`unauthenticated`, or `unavailable` when there are no keys).
 */
export const verifyClaims = async (text: string, wanted: ClaimsWanted): Promise<Claims> => {
  const { issuer, audience, keys, nowMs } = wanted
  const options = {
    issuer,
    audience,
    algorithms: [...wanted.algorithms],
    requiredClaims: ['exp'],
    clockTolerance: skewSeconds,
    currentDate: new Date(nowMs),
  }
  const { payload } = await verifyStrictly(text, () => jwtVerify(text, keys.key, options))
  const { sub, exp } = payload
  if (typeof sub !== 'string' || sub === '') throw unauthenticated('The token needs a "sub" claim.')
  // JSON may say 1e999, which is a number to JavaScript, and no time.
  const endless = (['exp', 'nbf', 'iat'] as const).find((name) => !Number.isFinite(payload[name] ?? 0))
  if (endless !== undefined || exp === undefined) throw notWanted(endless ?? 'exp')
  return { ...payload, sub, exp }
}
