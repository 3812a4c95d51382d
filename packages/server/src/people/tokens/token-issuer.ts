import { randomUUID } from 'node:crypto'
import { type Issuer, localKeys } from '@charter/runtime/service'
import { calculateJwkThumbprint, exportJWK, type JSONWebKeySet, SignJWT } from 'jose'
import type { SigningPair } from '../../secrets/platform-secrets.ts'
import type { Factor } from '../accounts/signed-in.ts'

/** Who a token speaks of. */
export interface TokenOf {
  readonly person: string
  /** When a second factor was shown that approves; null where none was. */
  readonly freshFactorAtMs: number | null
  /** Which it was. */
  readonly factor: Factor | null
  /** It holds no longer than this. */
  readonly untilMs: number
}

/** Tokens of the platform, for its own API alone. */
export interface TokenIssuer {
  /** By which the API knows them. */
  readonly issuer: Issuer
  /** Its public keys (RFC 7517). */
  readonly jwks: JSONWebKeySet
  make(of: TokenOf): Promise<{ readonly token: string; readonly seconds: number }>
}

export interface TokenIssuerOptions {
  /** ECDSA P-256. */
  readonly key: SigningPair
  /** Tells this platform from others. */
  readonly platform: string
  /** Name of the charter that takes them. */
  readonly audience: string
  readonly nowMs: () => number
}

/** They are made anew from a session: one that was ended gives no more of them. */
const lifeSeconds = 300

/** RFC 8176: a password and a code of an authenticator; or a key, and that its authenticator knows its person. Each is more than one factor. */
const methodsOf = (factor: Factor | null): readonly string[] =>
  factor === 'passkey' ? ['pop', 'user', 'mfa'] : ['pwd', 'otp', 'mfa']

export const openTokenIssuer = async (options: TokenIssuerOptions): Promise<TokenIssuer> => {
  const { audience, nowMs } = options
  const { privateKey, publicKey } = options.key
  const jwk = await exportJWK(publicKey)
  const kid = await calculateJwkThumbprint(jwk)
  const jwks = { keys: [{ ...jwk, alg: 'ES256', use: 'sig', kid }] }
  const name = `urn:charter:platform:${options.platform}`
  return {
    issuer: { issuer: name, audience, keys: localKeys(jwks), rolesClaim: 'roles' },
    jwks,
    make: async ({ person, freshFactorAtMs, factor, untilMs }) => {
      const now = Math.floor(nowMs() / 1000)
      const seconds = Math.max(1, Math.min(lifeSeconds, Math.floor(untilMs / 1000) - now))
      const strong =
        freshFactorAtMs === null ? {} : { amr: methodsOf(factor), auth_time: Math.floor(freshFactorAtMs / 1000) }
      const token = await new SignJWT(strong)
        .setProtectedHeader({ alg: 'ES256', kid, typ: 'at+jwt' })
        .setIssuer(name)
        .setAudience(audience)
        .setSubject(person)
        .setJti(randomUUID())
        .setIssuedAt(now)
        .setExpirationTime(now + seconds)
        .sign(privateKey)
      return { token, seconds }
    },
  }
}
