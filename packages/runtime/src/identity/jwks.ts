import { createLocalJWKSet, type JSONWebKeySet, type JWK, type JWTVerifyGetKey } from 'jose'
import { ProblemError, problem } from '../problem/problem.ts'
import { rsaWeakness } from './rsa-key.ts'
import { unauthenticated } from './sign-in/unauthenticated.ts'

/** Key sets of an issuer. Rejects with `unavailable` when no keys were ever had, or the last good ones are too old. */
export interface KeySource {
  readonly key: JWTVerifyGetKey
  /**
   * Changes whenever the keys may have: what was verified under another epoch has to be verified again. Asked for each
   * call; keys that never change have none.
   */
  readonly epoch?: () => number
}

export interface RemoteKeysOptions {
  /** Gives the JSON of a key set (RFC 7517 section 5). Bounded in time and size by whoever gives it. */
  readonly load: () => Promise<JSONWebKeySet>
  readonly nowMs: () => number
  readonly freshMs?: number
  /** One refetch on an unknown `kid` in this time. */
  readonly refetchMs?: number
  /** How long the last good keys serve while the provider is down. */
  readonly lastGoodMs?: number
}

/**
 * Keys from a URL: cached, refetched once at most every `refetchMs` for a `kid` not seen yet, kept while the provider
 * is down (bounded age). A removed key is refused from the next refresh on.
 */
export const remoteKeys = ({
  load,
  nowMs,
  freshMs = 600_000,
  refetchMs = 30_000,
  lastGoodMs = 86_400_000,
}: RemoteKeysOptions): KeySource => {
  let keys: JWTVerifyGetKey | null = null
  let loadedMs = 0
  let triedMs = Number.NEGATIVE_INFINITY
  let loading: Promise<void> | null = null
  let loads = 0
  let failure: unknown

  const refresh = (): Promise<void> => {
    triedMs = nowMs()
    loading ??= load()
      .then((set) => {
        keys = keysOf(set)
        loadedMs = nowMs()
        loads++
      })
      .catch((cause: unknown) => {
        // The last good ones serve on, as long as they may.
        failure = cause
      })
      .finally(() => {
        loading = null
      })
    return loading
  }

  const may = () => nowMs() - triedMs >= refetchMs
  /** One fetch in `refetchMs`, whether there are keys yet or not: a provider that is down is not asked for every call. */
  const keysNow = async (): Promise<JWTVerifyGetKey> => {
    const isDue = keys === null || nowMs() - loadedMs >= freshMs
    if (isDue && may()) await refresh()
    else if (keys === null) await loading
    if (keys === null || nowMs() - loadedMs >= lastGoodMs) throw unavailable(refetchMs, failure)
    return keys
  }
  return {
    // A set that is due for a refresh counts as another: the next token then brings it about.
    epoch: () => (nowMs() - loadedMs >= freshMs && may() ? -1 - loads : loads),
    key: async (header, token) => {
      const known = await keysNow()
      try {
        return await known(header, token)
      } catch (error) {
        // Another token of the new key may have asked already.
        if (may()) await refresh()
        else if (loading) await loading
        else throw error
        return (keys ?? known)(header, token)
      }
    },
  }
}

const unavailable = (waitMs: number, cause: unknown): ProblemError =>
  new ProblemError(
    problem('unavailable', {
      detail: 'The keys that sign tokens cannot be fetched now. Try again later.',
      retryAfterSeconds: Math.ceil(waitMs / 1000),
      cause,
    }),
  )

/**
 * The algorithm is fixed per key (RFC 8725 section 3.1): one that names none gets the one of its type. Those that are not for signatures
 * (`use`, `key_ops`) are left alone by whoever looks for one. A weak key signs nothing.
 */
const keysOf = (set: JSONWebKeySet): JWTVerifyGetKey => {
  const judged = set.keys.map((key) => ({ key, weakness: key.kty === 'RSA' ? rsaWeakness(key) : null }))
  const known = createLocalJWKSet({
    keys: judged.flatMap(({ key, weakness }): JWK[] =>
      weakness === null ? [{ ...key, alg: key.alg ?? algorithmOf(key) }] : [],
    ),
  })
  return async (header, token) => {
    const weakness = judged.find(({ key }) => key.kid !== undefined && key.kid === header?.kid)?.weakness ?? null
    if (weakness !== null) throw unauthenticated(`The key that signs the token is not believed: ${weakness}.`)
    return known(header, token)
  }
}

const algorithmOf = ({ kty, crv = '' }: JWK): string => (kty === 'RSA' ? 'RS256' : (ofCurves.get(crv) ?? 'none'))

const ofCurves: ReadonlyMap<string, string> = new Map([
  ['Ed25519', 'EdDSA'],
  ['P-256', 'ES256'],
  ['P-384', 'ES384'],
])

/** Keys given as they are. */
export const localKeys = (set: JSONWebKeySet): KeySource => ({ key: keysOf(set) })
