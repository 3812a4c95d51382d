import type { KeyObject } from 'node:crypto'
import type { JWK } from 'jose'
import type { SigningKey } from '../scenario.ts'

/** Somebody who vouches for callers, with keys of their own that the service fetches over HTTP. */
export interface Voucher {
  readonly issuer: string
  readonly keyId: string
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

/** The identity provider has keys of other kinds beside its first. */
export interface Provider extends Voucher {
  readonly others: Readonly<Record<Exclude<SigningKey, 'another'>, Pick<Voucher, 'privateKey' | 'publicKey'>>>
}

export const keyOf = ({ publicKey, keyId }: Voucher): JWK => ({
  ...jwkOf(publicKey),
  kid: keyId,
  alg: 'EdDSA',
  use: 'sig',
})

export const jwkOf = (key: KeyObject): JWK => key.export({ format: 'jwk' }) as JWK
