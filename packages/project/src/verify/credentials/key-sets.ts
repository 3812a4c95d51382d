import type { Json } from '@charter/runtime'
import type { JWK } from 'jose'
import { publicText } from './sign.ts'
import { jwkOf, keyOf, type Provider, type Voucher } from './voucher.ts'

/** What is answered at an address; null: nothing, ever. */
export interface KeySetAnswer {
  readonly status: number
  readonly text: string | null
}

/**
 * Key sets as they may be found, good ones and others, by their path. What becomes otherwise with time does so for each address by
 * itself, so that a service that is started asks at one of its own: `/late?4711`. `base`: where all of this is.
 */
export const keySets = (provider: Provider, gateway: Voucher): ((url: string, base: string) => KeySetAnswer) => {
  const asked = new Map<string, number>()
  const all = [...goodKeys(provider), ...unfitKeys(provider), ...noKeys]
  const first = [keyOf(provider)]
  return (url, base) => {
    const times = (asked.get(url) ?? 0) + 1
    asked.set(url, times)
    switch (url.replace(/\?.*/, '')) {
      case '/provider':
        return found({ keys: all })
      case '/gateway':
        return found({ keys: [keyOf(gateway)] })
      // One more the second time.
      case '/late':
        return found({ keys: times === 1 ? first : all })
      case '/down-at-first':
        return { ...found({ keys: first }), status: times === 1 ? 500 : 200 }
      case '/large':
        return found({ keys: first, more: 'x'.repeat(1_048_576) })
      case '/nothing':
        return found({ key: first })
      case '/nonsense':
        return { status: 200, text: '<html>' }
      case '/silent':
        return { status: 200, text: null }
      default:
        return discovered(url, base)
    }
  }
}

const configuration = '/.well-known/openid-configuration'

/** What issuers say of themselves (OpenID Connect Discovery 1.0 section 4.2); only `/discovered` says what is so. */
const discovered = (url: string, base: string): KeySetAnswer => {
  const [issuer, jwks_uri] = [`${base}${url.replace(configuration, '')}`, `${base}/provider`]
  switch (url) {
    case `/discovered${configuration}`:
      return found({ issuer, jwks_uri })
    case `/of-another${configuration}`:
      return found({ issuer: `${base}/discovered`, jwks_uri })
    case `/unsafe${configuration}`:
      return found({ issuer, jwks_uri: 'http://keys.example/provider' })
    case `/without-keys${configuration}`:
      return found({ issuer })
    default:
      return { status: 404, text: '' }
  }
}

const found = (of: unknown): KeySetAnswer => ({ status: 200, text: JSON.stringify(of) })

/** Without an algorithm: their type says which. */
const goodKeys = (provider: Provider): readonly JWK[] => [
  // One that is not believed stands before the others.
  { ...jwkOf(provider.others.weak.publicKey), kid: 'weak-first' },
  keyOf(provider),
  { ...jwkOf(provider.publicKey), kid: 'unsaid' },
  ...Object.entries(provider.others).map(([kid, { publicKey }]): JWK => ({ ...jwkOf(publicKey), kid })),
  { ...jwkOf(provider.others.rsa.publicKey), kid: 'pss', alg: 'PS256', key_ops: ['verify'] },
]

/** The same keys where they must not serve: for something else, for an algorithm that is not theirs, and such as nobody knows. */
const unfitKeys = (provider: Provider): readonly JWK[] => {
  const [own, ec, rsa] = [keyOf(provider), jwkOf(provider.others.ec.publicKey), jwkOf(provider.others.rsa.publicKey)]
  return [
    { ...own, kid: 'for-encryption', use: 'enc' },
    { ...own, kid: 'for-another-algorithm', alg: 'ES256' },
    { ...ec, kid: 'ec-for-encryption', use: 'enc' },
    { ...ec, kid: 'ec-for-wrapping', key_ops: ['wrapKey'] },
    { ...ec, kid: 'ec-for-384', alg: 'ES384' },
    { ...ec, kid: 'unknown-curve', crv: 'P-999' },
    { ...ec, kid: 'unknown-type', kty: 'XYZ' },
    { ...rsa, kid: 'long-hash', alg: 'RS512' },
    { kty: 'oct', kid: 'secret', k: Buffer.from(publicText(provider.privateKey)).toString('base64url') },
  ]
}

/** A set is good for the keys that it has. */
const noKeys: readonly Json[] = [null, 7, 'key']
