import { type CompactVerifyResult, compactVerify, errors, type JWTHeaderParameters } from 'jose'
import { ProblemError } from '../../problem/problem.ts'
import type { KeySource } from '../jwks.ts'
import { unauthenticated } from './unauthenticated.ts'

const standard = ['RS256', 'ES256', 'EdDSA', 'Ed25519', 'PS256', 'ES384']

/** Algorithms that signatures of tokens may have. Edwards curves are left to services that need not keep to FIPS 140-3. */
export const signatureAlgorithms = (crypto: 'fips' | undefined): readonly string[] =>
  crypto === 'fips' ? standard.filter((name) => !name.startsWith('Ed')) : standard

/**
 * The payload of a JWS in compact serialization (RFC 7515 section 5.2), once its signature holds under a key of `keys` and
 * the algorithm of that key. Extensions that must be understood (`crit`) are none here. Rejects with a ProblemError
 * (`unauthenticated`, or `unavailable` when there are no keys).
 */
export const verifySignature = (
  text: string,
  keys: KeySource,
  algorithms: readonly string[],
): Promise<CompactVerifyResult> =>
  verifyStrictly(text, () => compactVerify(text, keys.key, { algorithms: [...algorithms] }))

/** What `verify` gives of this text, where its spelling is the only one and nothing in it is an extension. Rejects as above. */
export const verifyStrictly = async <Verified extends { readonly protectedHeader: Pick<JWTHeaderParameters, 'crit'> }>(
  text: string,
  verify: () => Promise<Verified>,
): Promise<Verified> => {
  if (!text.split('.').every(isCanonical)) throw unauthenticated('The token cannot be read.')
  try {
    const verified = await verify()
    if (verified.protectedHeader.crit === undefined) return verified
  } catch (error) {
    throw error instanceof ProblemError ? error : refusalOf(error)
  }
  throw unauthenticated(doesNotVerify)
}

const doesNotVerify = 'The token does not verify.'

const refusalOf = (error: unknown): ProblemError => {
  if (error instanceof errors.JWTExpired) return unauthenticated('The token has expired.', error)
  return error instanceof errors.JWTClaimValidationFailed
    ? notWanted(error.claim)
    : unauthenticated(doesNotVerify, error)
}

/** The refusal of a claim that is not there, or not as it has to be. */
export const notWanted = (claim: string): ProblemError =>
  unauthenticated(`The token's "${claim}" claim is not the one wanted here.`)

/**
 * Base64url without padding, white space or anything else (RFC 7515 section 2), whose spare bits are zero: one signature has one
 * spelling.
 */
const isCanonical = (part: string): boolean => Buffer.from(part, 'base64url').toString('base64url') === part
