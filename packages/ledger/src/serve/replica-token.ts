import type { KeyObject } from 'node:crypto'
import { ProblemError, problem } from '@charter/runtime'
import { localKeys, verifySignature } from '@charter/runtime/service'
import { z } from 'zod'

/** `typ` of the tokens that replicas make, so that no other passes for one (RFC 8725 section 3.11). */
export const replicaTokenType = 'charter-replica+jwt'

export interface ReplicaTokenOptions {
  readonly replicas: ReadonlyMap<string, KeyObject>
  /** The ledger that it has to be for. */
  readonly origin: string
  readonly nowMs: () => number
  /** Whether this name is about to be a replica's, whose key is on its way: who calls by it is refused, and raises nothing. */
  readonly isAwaited?: (replica: string) => boolean
  /** Somebody took the name of a replica, or one that is none's; `replica` is '' where it is none's. */
  readonly onForged: (replica: string, sentence: string) => void
}

/** A token is made for the requests at hand. */
const lifetimeSecondsMax = 60
/** By which the clocks of a replica and of the ledger may differ. */
const skewSeconds = 60

const header = z.object({ typ: z.literal(replicaTokenType) })
const claims = z.object({ iss: z.string(), sub: z.string(), aud: z.string(), iat: z.number(), exp: z.number() })

/**
 * Which replica sends, by a JWT (RFC 7519) that its own audit key signed: `iss` and `sub` its name, `aud` this ledger, 60
 * seconds at most. Rejects with the problem `unauthenticated`.
 */
export const replicaOf = async (
  authorization: string | undefined,
  { replicas, origin, nowMs, isAwaited = () => false, onForged }: ReplicaTokenOptions,
): Promise<string> => {
  const token = /^bearer ([\w.-]+)$/i.exec(authorization ?? '')?.[1]
  const [head = '', body = ''] = token?.split('.') ?? []
  const said = claims.safeParse(jsonIn(body)).data
  if (token === undefined || !said || !header.safeParse(jsonIn(head)).success)
    throw unauthenticated(
      `Send "Authorization: Bearer" with a token of type ${replicaTokenType}, signed by the replica.`,
    )
  const { iss, sub, aud, iat, exp } = said
  const key = replicas.get(iss)
  if (!key) {
    if (!isAwaited(iss)) onForged('', `Somebody called as ${shown(iss)}, which is no replica of this ledger.`)
    throw unauthenticated('This name is no replica of this ledger. Register its public key in ledger.yaml.')
  }
  await verifySignature(token, keysOf(key), [key.asymmetricKeyType === 'ec' ? 'ES256' : 'EdDSA']).catch((cause) => {
    onForged(iss, `Somebody called as ${iss} with another key than the registered one.`)
    throw unauthenticated('The token is not signed with the key that is registered for this replica.', cause)
  })
  if (sub !== iss || aud !== origin)
    throw unauthenticated(`The token is for another ledger than ${origin}. Set LEDGER_ORIGIN to this one's.`)
  const nowSeconds = nowMs() / 1000
  if (exp - iat > lifetimeSecondsMax || iat > nowSeconds + skewSeconds || exp < nowSeconds - skewSeconds)
    throw unauthenticated('The token does not hold now, or for longer than 60 seconds. Compare the clocks.')
  return iss
}

const keysOf = (key: KeyObject) => localKeys({ keys: [key.export({ format: 'jwk' })] })

const jsonIn = (part: string): unknown => {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString())
  } catch {
    return null
  }
}

/** Of a name that anybody may have written. */
const shown = (name: string): string => JSON.stringify(name.replaceAll(/[^\w.-]/g, '?').slice(0, 60))

const unauthenticated = (detail: string, cause?: unknown): ProblemError =>
  new ProblemError(problem('unauthenticated', { detail, cause }))
