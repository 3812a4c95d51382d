import { sign, verify } from 'node:crypto'
import type { SigningPair } from '../secrets/platform-secrets.ts'

/** Says of releases that this platform made them. */
export interface ReleaseSigner {
  /** For whoever verifies one elsewhere: PEM (RFC 7468, SubjectPublicKeyInfo). */
  readonly publicPem: string
  /** Ed25519 (RFC 8032) over the text as UTF-8, in base64. */
  sign(text: string): string
  isOf(text: string, signature: string): boolean
}

/** By an Ed25519 key of the platform. */
export const releaseSigner = ({ privateKey, publicKey }: SigningPair): ReleaseSigner => ({
  publicPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64'),
  isOf: (text, signature) => verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64')),
})
