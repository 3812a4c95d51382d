import { createSign } from 'node:crypto'
import { bearerTokens, formPost } from './bearer.ts'
import { callProvider, memberOf } from './call.ts'
import { contextText, type KeyContext, type KeyProvider } from './provider.ts'

/** The parts of a service account's key file that are used. */
export interface GoogleAccount {
  readonly client_email: string
  readonly private_key: string
  readonly private_key_id?: string
  readonly token_uri?: string
}

export interface GoogleKmsOptions {
  /** `projects/p/locations/l/keyRings/r/cryptoKeys/k`. */
  readonly resource: string
  readonly account: GoogleAccount
  /** Only for a stand-in; else `https://cloudkms.googleapis.com`. */
  readonly endpoint?: string
  readonly nowMs: () => number
}

/**
 * Google Cloud KMS: `cryptoKeys.encrypt` and `.decrypt` with additional authenticated data, signed in by a JWT of a service
 * account (RFC 7523). cloud.google.com/kms/docs/reference/rest/v1/projects.locations.keyRings.cryptoKeys/encrypt,
 * developers.google.com/identity/protocols/oauth2/service-account
 */
export const googleCloudKeys = (options: GoogleKmsOptions): KeyProvider => {
  const { resource, account, endpoint = 'https://cloudkms.googleapis.com', nowMs } = options
  const tokenUrl = account.token_uri ?? 'https://oauth2.googleapis.com/token'
  const token = bearerTokens(
    'Google OAuth',
    () =>
      formPost(tokenUrl, {
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        assertion: assertionOf(account, tokenUrl, Math.floor(nowMs() / 1000)),
      }),
    nowMs,
  )
  const ask = (verb: 'encrypt' | 'decrypt', body: Readonly<Record<string, string>>) =>
    callProvider(
      'Google Cloud KMS',
      async () => ({
        method: 'POST',
        url: `${endpoint}/v1/${resource}:${verb}`,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${await token()}` },
        body: JSON.stringify(body),
      }),
      (answer) => String((answer as { error?: { status?: unknown } } | null)?.error?.status ?? '').replace(/\W/g, ''),
    )
  return {
    name: 'gcpkms',
    wrap: async (bytes, context) => {
      const answer = await ask('encrypt', { plaintext: Buffer.from(bytes).toString('base64'), ...associated(context) })
      return memberOf('Google Cloud KMS', answer, 'ciphertext')
    },
    unwrap: async (wrapped, context) => {
      const answer = await ask('decrypt', { ciphertext: wrapped, ...associated(context) })
      return Buffer.from(memberOf('Google Cloud KMS', answer, 'plaintext'), 'base64')
    },
    describe: () => `Google Cloud KMS ${resource}`,
  }
}

const associated = (context: KeyContext) => ({
  additionalAuthenticatedData: Buffer.from(contextText(context)).toString('base64'),
})

const tokenSeconds = 3600

/** A JWT signed with RS256 that asks for an access token to Cloud KMS. */
const assertionOf = (account: GoogleAccount, audience: string, nowSeconds: number): string => {
  const header = { alg: 'RS256', typ: 'JWT', ...(account.private_key_id && { kid: account.private_key_id }) }
  const claims = {
    iss: account.client_email,
    scope: 'https://www.googleapis.com/auth/cloudkms',
    aud: audience,
    iat: nowSeconds,
    exp: nowSeconds + tokenSeconds,
  }
  const text = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  return `${text}.${createSign('RSA-SHA256').update(text).sign(account.private_key).toString('base64url')}`
}
