import { localKeys, signatureAlgorithms, verifySignature } from '@charter/runtime/service'

/** Vectors in the format of Project Wycheproof, as far as they are read here. */
export interface Vectors {
  readonly testGroups: readonly VectorGroup[]
}

export interface VectorGroup {
  readonly comment: string
  /** A JSON Web Key; `private` holds the shared secret where there is no public half. */
  readonly public?: Key
  readonly private?: Key
  readonly tests: readonly Vector[]
}

interface Vector {
  readonly tcId: number
  readonly comment: string
  readonly jws: unknown
  readonly result: 'valid' | 'invalid' | 'acceptable'
}

type Key = Readonly<Record<string, unknown>> & { readonly alg?: string }

export interface Verdict {
  readonly id: number
  readonly group: string
  readonly comment: string
  readonly isWanted: boolean
  readonly isAccepted: boolean
  /** Why it comes out otherwise than the file says, where that is meant; null where it is as the file says, or not meant. */
  readonly reason: string | null
}

/** Judges every vector by what verifies tokens of services. */
export const judge = async ({ testGroups }: Vectors): Promise<readonly Verdict[]> => {
  const verdicts: Verdict[] = []
  for (const group of testGroups) for (const vector of group.tests) verdicts.push(await judgeVector(group, vector))
  return verdicts
}

/** Neither as the file says, nor otherwise for a reason. */
export const isFault = ({ isWanted, isAccepted, reason }: Verdict): boolean =>
  isWanted !== isAccepted && reason === null

const judgeVector = async (group: VectorGroup, { tcId, comment, jws, result }: Vector): Promise<Verdict> => {
  const key = group.public ?? group.private ?? {}
  const isAccepted = await accepts(key, jws)
  const isWanted = result === 'valid'
  // Only what is refused can be refused on purpose: a bad signature that is taken is a fault whatever the key.
  const reason = isWanted && !isAccepted ? reasonFor(key, jws) : null
  return { id: tcId, group: group.comment, comment, isWanted, isAccepted, reason }
}

const accepts = (key: Key, jws: unknown): Promise<boolean> =>
  verifySignature(
    typeof jws === 'string' ? jws : JSON.stringify(jws),
    // A key of the file, whatever it is: what reads keys has to cope with it.
    localKeys({ keys: [key as never] }),
    signatureAlgorithms(undefined),
  ).then(
    () => true,
    () => false,
  )

const reasonFor = (key: Key, jws: unknown): string | null => {
  const algorithm = algorithmOf(jws)
  if (algorithm === null) return 'its characters are not all of base64url without padding (RFC 7515 section 2)'
  if (algorithm !== key.alg) return `it is signed with ${algorithm}, and its key says ${key.alg} (RFC 8725 section 3.1)`
  return signatureAlgorithms(undefined).includes(algorithm) ? null : (refused[algorithm.slice(0, 2)] ?? null)
}

const refused: Readonly<Record<string, string>> = {
  HS: 'whoever can verify an HMAC can also make one, so tokens are signed with key pairs alone',
  RS: 'RSA signatures of tokens are RS256 or PS256 here; issuers that offer more offer one of these',
  PS: 'RSA signatures of tokens are RS256 or PS256 here; issuers that offer more offer one of these',
  ES: 'elliptic curves of tokens are P-256, P-384 and Ed25519 here',
}

const algorithmOf = (jws: unknown): string | null => {
  if (typeof jws !== 'string' || !/^[A-Za-z0-9_.-]+$/.test(jws)) return null
  const { alg } = JSON.parse(Buffer.from(jws.split('.')[0] ?? '', 'base64url').toString()) as { alg?: string }
  return alg ?? null
}
