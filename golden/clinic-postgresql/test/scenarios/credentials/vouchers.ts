import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, type JWK } from 'jose'

/** Somebody who vouches for callers, with keys of their own that the service fetches over HTTP. */
export interface Voucher {
  readonly issuer: string
  readonly keyId: string
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

export interface Vouchers {
  readonly provider: Voucher
  readonly gateway: Voucher
  /** What a service has to be told of them. */
  readonly env: Readonly<Record<string, string>>
  close(): Promise<void>
}

/** An identity provider and a gateway on loopback, for as long as a service is verified. */
export const openVouchers = async (): Promise<Vouchers> => {
  const [provider, gateway] = [voucher('https://id.example', 'p'), voucher('https://gateway.example', 'g')]
  const sets = new Map([
    ['/provider', JSON.stringify({ keys: [await keyOf(provider), ...(await unfitKeys(provider))] })],
    ['/gateway', JSON.stringify({ keys: [await keyOf(gateway)] })],
  ])
  const server = createServer(({ url = '' }, response) => {
    response.setHeader('content-type', 'application/json').end(sets.get(url) ?? '{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    provider,
    gateway,
    env: {
      JWT_ISSUER: provider.issuer,
      JWKS_URL: `http://127.0.0.1:${port}/provider`,
      GATEWAY_ISSUER: gateway.issuer,
      GATEWAY_JWKS_URL: `http://127.0.0.1:${port}/gateway`,
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const voucher = (issuer: string, keyId: string): Voucher => ({ issuer, keyId, ...generateKeyPairSync('ed25519') })

const keyOf = async ({ publicKey, keyId }: Voucher): Promise<JWK> => ({
  ...(await exportJWK(publicKey)),
  kid: keyId,
  alg: 'EdDSA',
  use: 'sig',
})

/** The same key where it must not serve: published for encryption, and for another algorithm. */
const unfitKeys = async (of: Voucher): Promise<readonly JWK[]> => {
  const key = await keyOf(of)
  return [
    { ...key, kid: 'for-encryption', use: 'enc' },
    { ...key, kid: 'for-another-algorithm', alg: 'ES256' },
  ]
}
