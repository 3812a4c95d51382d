import { createECDH, createPrivateKey, createPublicKey, hkdfSync, type KeyObject, randomUUID } from 'node:crypto'
import { exportJWK, SignJWT } from 'jose'
import type { JsonObject } from '../../values/json.ts'
import type { Issuer } from '../issuer.ts'
import { localKeys } from '../jwks.ts'

/** Tokens that the service signs itself, for whoever it has signed in. */
export interface OwnIssuer {
  readonly issuer: Issuer
  token(
    subject: string,
    claims: JsonObject,
    life: { readonly fromMs: number; readonly untilMs: number },
  ): Promise<string>
}

/** `secret`: 32 bytes that all replicas share, and so the key that is made of it. */
export const ownIssuer = async (secret: Uint8Array, service: string): Promise<OwnIssuer> => {
  const key = signingKey(secret)
  const name = `urn:charter:service:${service}`
  const jwk = { ...(await exportJWK(createPublicKey(key))), alg: 'ES256', use: 'sig', kid: 'own' }
  return {
    issuer: {
      issuer: name,
      audience: service,
      keys: localKeys({ keys: [jwk] }),
      rolesClaim: 'roles',
      credential: 'saml',
    },
    token: (subject, claims, { fromMs, untilMs }) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'ES256', kid: 'own', typ: 'at+jwt' })
        .setIssuer(name)
        .setAudience(service)
        .setSubject(subject)
        .setJti(randomUUID())
        .setIssuedAt(Math.floor(fromMs / 1000))
        .setExpirationTime(Math.floor(untilMs / 1000))
        .sign(key),
  }
}

/** Order of the group of P-256 (FIPS 186-5, SP 800-186 section 3.2.1.3). */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/** A P-256 key from the secret: 384 bits by HKDF (RFC 5869), brought into range as FIPS 186-5 appendix A.2.1 does. */
const signingKey = (secret: Uint8Array): KeyObject => {
  const wide = Buffer.from(hkdfSync('sha256', secret, '', 'charter/1 tokens for assertions', 48)).toString('hex')
  const scalar = (BigInt(`0x${wide}`) % (order - 1n)) + 1n
  const d = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex')
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(d)
  const point = curve.getPublicKey()
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  return createPrivateKey({
    format: 'jwk',
    key: { kty: 'EC', crv: 'P-256', d: d.toString('base64url'), x: x ?? '', y: y ?? '' },
  })
}
