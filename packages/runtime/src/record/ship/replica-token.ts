import type { KeyObject } from 'node:crypto'
import { SignJWT } from 'jose'

export interface ReplicaTokenOptions {
  readonly replica: string
  /** The key that seals its log. */
  readonly key: KeyObject
  /** Name of the ledger that it is for. */
  readonly origin: string
  readonly nowMs: number
}

const lifetimeSeconds = 60

/** A JWT (RFC 7519) by which a replica proves its name to a ledger, for a minute. */
export const replicaToken = ({ replica, key, origin, nowMs }: ReplicaTokenOptions): Promise<string> => {
  const nowSeconds = Math.floor(nowMs / 1000)
  return new SignJWT()
    .setProtectedHeader({ alg: key.asymmetricKeyType === 'ec' ? 'ES256' : 'EdDSA', typ: 'charter-replica+jwt' })
    .setIssuer(replica)
    .setSubject(replica)
    .setAudience(origin)
    .setIssuedAt(nowSeconds)
    .setExpirationTime(nowSeconds + lifetimeSeconds)
    .sign(key)
}
