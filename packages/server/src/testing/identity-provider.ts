import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

/** The identity provider of a company, for as long as a test takes. */
export interface IdentityProvider {
  /** Where its keys are, as an environment says that they may be reached. */
  readonly host: string
  /** What a service is told so that it takes its tokens. */
  readonly variables: readonly { readonly name: string; readonly value: string }[]
  /** Of Carl, in a role of the service `shop`. */
  token(role: string): Promise<string>
  close(): void
}

export const openIdentityProvider = async (): Promise<IdentityProvider> => {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const keys = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' }] })
  const server = createServer((_request, response) => response.setHeader('content-type', 'application/json').end(keys))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const issuer = 'https://id.example'
  return {
    host: `127.0.0.1:${port}`,
    variables: [
      { name: 'JWT_ISSUER', value: issuer },
      { name: 'JWKS_URL', value: `http://127.0.0.1:${port}/keys` },
    ],
    token: (role) =>
      new SignJWT({ roles: [role] })
        .setProtectedHeader({ alg: 'ES256', kid: 'one', typ: 'at+jwt' })
        .setIssuer(issuer)
        .setAudience('shop')
        .setSubject('carl')
        .setIssuedAt()
        .setExpirationTime('5 minutes')
        .sign(privateKey),
    close: () => server.close(),
  }
}
