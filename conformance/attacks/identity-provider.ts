import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { JsonObject } from '@charter/runtime'
import { exportJWK, SignJWT } from 'jose'

/** An identity provider on loopback: its keys over HTTP, and whatever token is asked of it. */
export interface IdentityProvider {
  /** What a service has to know of it. */
  readonly env: Readonly<Record<string, string>>
  token(audience: string, roles: readonly string[], claims?: JsonObject): Promise<string>
  close(): Promise<void>
}

const issuer = 'https://id.example'

export const startIdentityProvider = async (): Promise<IdentityProvider> => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const keys = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), alg: 'EdDSA', use: 'sig', kid: 'a' }] })
  const server = createServer((_request, response) => response.setHeader('content-type', 'application/json').end(keys))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    env: { JWT_ISSUER: issuer, JWKS_URL: `http://127.0.0.1:${port}/` },
    token: (audience, roles, claims = {}) => signed(privateKey, audience, { roles: [...roles], ...claims }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const signed = (key: KeyObject, audience: string, claims: JsonObject): Promise<string> => {
  const now = Math.floor(Date.now() / 1000)
  const usual = { iss: issuer, aud: audience, sub: 'ada', iat: now, exp: now + 3600, jti: randomUUID(), auth_time: now }
  return new SignJWT({ ...usual, amr: ['pwd', 'mfa'], ...claims })
    .setProtectedHeader({ alg: 'EdDSA', kid: 'a', typ: 'at+jwt' })
    .sign(key)
}
