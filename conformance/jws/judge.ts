import { localKeys, signatureAlgorithms, verifySignature } from '@charter/runtime/service'

/** Vectors in the format of Project Wycheproof, as far as they are read here. */
export interface Vectors {
  readonly testGroups: readonly VectorGroup[]
}

export interface VectorGroup {
  readonly comment: string
  /** A JSON Web Key, or in files about keys a set of them; `private` holds the shared secret where there is no public half. */
  readonly public?: Key | KeySet
  readonly private?: Key | KeySet
  readonly tests: readonly Vector[]
}

interface Vector {
  readonly tcId: number
  readonly comment: string
  readonly jws: unknown
  readonly result: 'valid' | 'invalid' | 'acceptable'
}

type Key = Readonly<Record<string, unknown>> & { readonly alg?: string; readonly kid?: string }
interface KeySet {
  readonly keys: readonly Key[]
}

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
  const keys = keysIn(group.public ?? group.private ?? {})
  const isAccepted = await accepts(keys, jws)
  const isWanted = result === 'valid'
  // Only what is refused can be refused on purpose: a bad signature that is taken is a fault whatever the key.
  const reason = isWanted && !isAccepted ? reasonFor(keys, jws) : null
  return { id: tcId, group: group.comment, comment, isWanted, isAccepted, reason }
}

const keysIn = (given: Key | KeySet): readonly Key[] => ('keys' in given ? (given.keys as readonly Key[]) : [given])

const accepts = (keys: readonly Key[], jws: unknown): Promise<boolean> =>
  verifySignature(
    typeof jws === 'string' ? jws : JSON.stringify(jws),
    // Keys of the file, whatever they are: what reads keys has to cope with them.
    localKeys({ keys: keys as never }),
    signatureAlgorithms(undefined),
  ).then(
    () => true,
    () => false,
  )

const reasonFor = (keys: readonly Key[], jws: unknown): string | null => {
  const { alg: algorithm = null, kid } = headerOf(jws)
  const key = keys.find((each) => kid === undefined || each.kid === kid) ?? {}
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

const headerOf = (jws: unknown): { readonly alg?: string; readonly kid?: string } =>
  typeof jws !== 'string' || !/^[A-Za-z0-9_.-]+$/.test(jws)
    ? {}
    : JSON.parse(Buffer.from(jws.split('.')[0] ?? '', 'base64url').toString())
