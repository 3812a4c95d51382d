import { createHash, createSign } from 'node:crypto'
import { callProvider, type KeyRequest, memberOf } from './call.ts'
import type { KeyContext, KeyProvider } from './provider.ts'

export interface OracleVaultOptions {
  /** OCID of the key. */
  readonly keyId: string
  /** The vault's cryptographic endpoint: `https://<vault>-crypto.kms.<region>.oraclecloud.com`. */
  readonly endpoint: string
  readonly tenancy: string
  readonly user: string
  readonly fingerprint: string
  /** PEM of the API signing key. */
  readonly privateKey: string
  readonly nowMs: () => number
}

/**
 * Oracle Cloud Infrastructure Vault: `encrypt` and `decrypt` of the key management API with AES_256_GCM and associated data.
 * docs.oracle.com/iaas/api/#/en/key/release/EncryptedData/Encrypt,
 * docs.oracle.com/iaas/Content/API/Concepts/signingrequests.htm
 */
export const oracleVaultKeys = (options: OracleVaultOptions): KeyProvider => {
  const { keyId, endpoint } = options
  const ask = (verb: 'encrypt' | 'decrypt', body: Readonly<Record<string, unknown>>) =>
    callProvider(
      'Oracle Vault',
      () => signedOracle(options, `${endpoint}/20180608/${verb}`, JSON.stringify(body)),
      (answer) => String((answer as { readonly code?: unknown } | null)?.code ?? '').replace(/\W/g, ''),
    )
  return {
    name: 'ocivault',
    wrap: async (bytes, context) => {
      const plaintext = Buffer.from(bytes).toString('base64')
      const body = { keyId, plaintext, associatedData: associated(context), encryptionAlgorithm: 'AES_256_GCM' }
      return memberOf('Oracle Vault', await ask('encrypt', body), 'ciphertext')
    },
    unwrap: async (wrapped, context) => {
      const body = {
        keyId,
        ciphertext: wrapped,
        associatedData: associated(context),
        encryptionAlgorithm: 'AES_256_GCM',
      }
      return Buffer.from(memberOf('Oracle Vault', await ask('decrypt', body), 'plaintext'), 'base64')
    },
    describe: () => `Oracle Vault ${keyId} at ${endpoint}`,
  }
}

const associated = ({ service, key }: KeyContext) => ({ service, key })

const signedNames = '(request-target) host date content-length content-type x-content-sha256'

/** A POST with request signature version 1: RSA-SHA256 over draft-cavage-http-signatures-08, the body's digest included. */
const signedOracle = (
  { tenancy, user, fingerprint, privateKey, nowMs }: OracleVaultOptions,
  url: string,
  body: string,
): KeyRequest => {
  const { host, pathname } = new URL(url)
  const date = new Date(nowMs()).toUTCString()
  const digest = createHash('sha256').update(body).digest('base64')
  const text = [
    `(request-target): post ${pathname}`,
    `host: ${host}`,
    `date: ${date}`,
    `content-length: ${Buffer.byteLength(body)}`,
    'content-type: application/json',
    `x-content-sha256: ${digest}`,
  ].join('\n')
  const signature = createSign('RSA-SHA256').update(text).sign(privateKey, 'base64')
  return {
    method: 'POST',
    url,
    headers: {
      date,
      'content-type': 'application/json',
      'x-content-sha256': digest,
      authorization: `Signature version="1",keyId="${tenancy}/${user}/${fingerprint}",algorithm="rsa-sha256",headers="${signedNames}",signature="${signature}"`,
    },
    body,
  }
}
