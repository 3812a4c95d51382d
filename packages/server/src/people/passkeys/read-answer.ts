import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'

const bytes = z.base64url().min(1).max(4096)
const named = { id: z.base64url().min(1).max(1364), rawId: bytes, type: z.literal('public-key') }

const assertion = z.object({
  ...named,
  response: z.object({ clientDataJSON: bytes, authenticatorData: bytes, signature: bytes, userHandle: bytes }),
})

const attestation = z.object({
  ...named,
  response: z.object({ clientDataJSON: bytes, attestationObject: bytes }),
})

/** What an authenticator answers who is to show a passkey (`PublicKeyCredential.toJSON()`); null for anything else. */
export const readAssertion = (text: string): AuthenticationResponseJSON | null => {
  const read = assertion.safeParse(jsonIn(text))
  return read.success ? { ...read.data, clientExtensionResults: {} } : null
}

/** The same of who is to make one. */
export const readAttestation = (text: string): RegistrationResponseJSON | null => {
  const read = attestation.safeParse(jsonIn(text))
  return read.success ? { ...read.data, clientExtensionResults: {} } : null
}

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
