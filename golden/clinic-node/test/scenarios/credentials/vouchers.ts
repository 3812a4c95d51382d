import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { keySets } from './key-sets.ts'
import type { Provider, Voucher } from './voucher.ts'

export interface Vouchers {
  readonly provider: Provider
  readonly gateway: Voucher
  /** What a service has to be told of them. */
  readonly env: Readonly<Record<string, string>>
  /** Where their key sets are: the ways of `key-sets.ts` below it. */
  readonly url: string
  close(): Promise<void>
}

/** An identity provider and a gateway on loopback, for as long as a service is verified. */
export const openVouchers = async (): Promise<Vouchers> => {
  const provider: Provider = {
    ...voucher('https://id.example', 'p'),
    others: {
      rsa: generateKeyPairSync('rsa', { modulusLength: 2048 }),
      weak: generateKeyPairSync('rsa', { modulusLength: 1024 }),
      cubed: generateKeyPairSync('rsa', { modulusLength: 2048, publicExponent: 3 }),
      ec: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
      'ec-384': generateKeyPairSync('ec', { namedCurve: 'P-384' }),
    },
  }
  const gateway = voucher('https://gateway.example', 'g')
  const answer = keySets(provider, gateway)
  const server = createServer(({ url = '', headers }, response) => {
    const { status, text } = answer(url, `http://${headers.host}`)
    if (text !== null) response.writeHead(status, { 'content-type': 'application/json' }).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    provider,
    gateway,
    url,
    env: {
      JWT_ISSUER: provider.issuer,
      JWKS_URL: `${url}/provider`,
      GATEWAY_ISSUER: gateway.issuer,
      GATEWAY_JWKS_URL: `${url}/gateway`,
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const voucher = (issuer: string, keyId: string): Voucher => ({ issuer, keyId, ...generateKeyPairSync('ed25519') })
