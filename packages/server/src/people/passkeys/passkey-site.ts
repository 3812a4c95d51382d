import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { decodeAttestationObject } from '@simplewebauthn/server/helpers'
import type { Links } from '../store/links.ts'
import type { Passkey, Passkeys } from '../store/passkeys.ts'
import { readAssertion, readAttestation } from './read-answer.ts'

/** What a challenge is for: to sign in, to show a factor of now, or to add a passkey. */
export type ChallengeKind = 'passkey-sign-in' | 'passkey-step-up' | 'passkey-add'

/** The platform as WebAuthn knows it (a relying party): what authenticators are asked there, and what of their answers holds. */
export interface PasskeySite {
  /** What `navigator.credentials.get` takes, as JSON. `bound`: what the answer has to come with, such as a session. */
  ask(kind: 'passkey-sign-in' | 'passkey-step-up', bound: string): Promise<string>
  /** Whose passkey answered; null for whatever is no answer to a challenge of this kind, for this site, by a passkey that it knows. */
  answered(kind: 'passkey-sign-in' | 'passkey-step-up', bound: string, answer: string): Promise<Passkey | null>
  /** What `navigator.credentials.create` takes, as JSON. */
  askNew(of: { readonly person: string; readonly email: string }, bound: string): Promise<string>
  /** The passkey that was made, which is not kept yet. */
  answeredNew(bound: string, answer: string): Promise<Pick<Passkey, 'id' | 'key' | 'counter'> | null>
}

export interface PasskeySiteOptions {
  /** Where the platform is, as people reach it. */
  readonly url: () => string
  readonly links: Links
  readonly passkeys: Passkeys
}

/** A challenge is a link of 256 bits: used once, by the statement that looks at it. */
const challengeMs = 900_000
/** ES256, EdDSA and RS256. */
const algorithms = [-7, -8, -257]

export const passkeySite = ({ url, links, passkeys }: PasskeySiteOptions): PasskeySite => {
  const challengeOf = (kind: ChallengeKind, bound: string) => links.make(kind, { data: bound, lifeMs: challengeMs })
  const uses = (kind: ChallengeKind, bound: string) => async (challenge: string) =>
    (await links.use(kind, challenge)) === bound
  const site = () => ({ expectedOrigin: new URL(url()).origin, expectedRPID: new URL(url()).hostname })
  return {
    ask: async (kind, bound) => {
      const challenge = Buffer.from(await challengeOf(kind, bound), 'base64url')
      const rpID = new URL(url()).hostname
      return JSON.stringify(await generateAuthenticationOptions({ rpID, challenge, userVerification: 'required' }))
    },
    answered: async (kind, bound, answer) => {
      const response = readAssertion(answer)
      const known = response && (await passkeys.find(response.id))
      if (!known || !isOf(response, known.person)) return null
      const counter = await counterOf(response, known, { ...site(), expectedChallenge: uses(kind, bound) })
      return counter !== null && (await passkeys.used(known.id, counter)) ? known : null
    },
    askNew: async ({ person, email }, bound) => {
      const options = await generateRegistrationOptions({
        rpName: 'Charter',
        rpID: new URL(url()).hostname,
        userName: email,
        userID: new Uint8Array(Buffer.from(person)),
        challenge: Buffer.from(await challengeOf('passkey-add', bound), 'base64url'),
        attestationType: 'none',
        excludeCredentials: (await passkeys.list(person)).map(({ id }) => ({ id })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        supportedAlgorithmIDs: algorithms,
      })
      return JSON.stringify(options)
    },
    answeredNew: async (bound, answer) => {
      const response = readAttestation(answer)
      if (!response || !isUnattested(response)) return null
      const verified = await verifyRegistrationResponse({
        response,
        ...site(),
        expectedChallenge: uses('passkey-add', bound),
        requireUserVerification: true,
        supportedAlgorithmIDs: algorithms,
      }).catch(() => null)
      if (!verified?.verified) return null
      const { id, publicKey, counter } = verified.registrationInfo.credential
      return { id, key: Buffer.from(publicKey).toString('base64url'), counter }
    },
  }
}

type Expected = Pick<
  Parameters<typeof verifyAuthenticationResponse>[0],
  'expectedChallenge' | 'expectedOrigin' | 'expectedRPID'
>

/** What the authenticator counts now; null where its answer does not hold. */
const counterOf = async (
  response: AuthenticationResponseJSON,
  { id, key, counter }: Passkey,
  expected: Expected,
): Promise<number | null> => {
  const publicKey = new Uint8Array(Buffer.from(key, 'base64url'))
  const verified = await verifyAuthenticationResponse({
    response,
    ...expected,
    credential: { id, publicKey, counter },
    requireUserVerification: true,
  }).catch(() => null)
  return verified?.verified ? verified.authenticationInfo.newCounter : null
}

/** A discoverable passkey says whose it is (WebAuthn level 3, section 7.2, step 6). */
const isOf = ({ response }: AuthenticationResponseJSON, person: string): boolean =>
  response.userHandle === Buffer.from(person).toString('base64url')

/** No maker of authenticators is asked who they are: certificates, and the lists that they name, are not looked at. */
const isUnattested = ({ response }: RegistrationResponseJSON): boolean => {
  try {
    const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(response.attestationObject, 'base64url')))
    return decoded.get('fmt') === 'none' || (decoded.get('fmt') === 'packed' && !decoded.get('attStmt').get('x5c'))
  } catch {
    return false
  }
}
