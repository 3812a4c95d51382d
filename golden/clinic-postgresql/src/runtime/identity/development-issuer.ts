import type { KeyObject } from 'node:crypto'
import { randomUUID } from 'node:crypto'
import { exportJWK, type JWK, SignJWT } from 'jose'
import type { JsonObject } from '../values/json.ts'
import type { Issuer } from './issuer.ts'
import { localKeys } from './jwks.ts'

export const developmentIssuerName = 'urn:charter:development'

/** Tokens for trying a service out. Loopback only, and refused in production mode, by whoever composes the service. */
export interface DevelopmentIssuer {
  readonly issuer: Issuer
  /** A token for a made-up person of these roles. `claims` adds or overrides; it lasts 12 hours unless said. */
  token(roles: readonly string[], claims?: JsonObject, lifetimeSeconds?: number): Promise<string>
}

export interface DevelopmentIssuerOptions {
  /** Of this machine's development folder, Ed25519 or ECDSA P-256. */
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
  readonly audience: string
  /** The charter's, where it says which claim names the person: each token has it, as its `sub` unless it is given. */
  readonly personClaim: string | undefined
  readonly nowMs: () => number
}

export const developmentIssuer = async (options: DevelopmentIssuerOptions): Promise<DevelopmentIssuer> => {
  const { privateKey: key, publicKey, audience, personClaim, nowMs } = options
  const alg = key.asymmetricKeyType === 'ec' ? 'ES256' : 'EdDSA'
  const jwk: JWK = { ...(await exportJWK(publicKey)), alg, use: 'sig', kid: 'development' }
  return {
    issuer: {
      issuer: developmentIssuerName,
      audience,
      keys: localKeys({ keys: [jwk] }),
      rolesClaim: 'roles',
      credential: 'development',
    },
    token: (roles, claims = {}, lifetimeSeconds = 12 * 3600) => {
      const now = Math.floor(nowMs() / 1000)
      const subject = typeof claims.sub === 'string' ? claims.sub : `${roles[0] ?? 'nobody'}@development`
      const person = personClaim === undefined ? {} : { [personClaim]: subject }
      return new SignJWT({ roles: [...roles], auth_time: now, amr: ['pwd', 'mfa'], ...person, ...claims })
        .setProtectedHeader({ alg, kid: 'development', typ: 'at+jwt' })
        .setIssuer(developmentIssuerName)
        .setAudience(audience)
        .setSubject(subject)
        .setJti(randomUUID())
        .setIssuedAt(now)
        .setExpirationTime(now + lifetimeSeconds)
        .sign(key)
    },
  }
}
