import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { KeyProvider } from '@charter/runtime/service'

/** A text sealed under a key of its own, which the key provider wrapped. */
export interface Envelope {
  /** Name of the provider. */
  readonly provider: string
  readonly wrapped: string
  /** Base64: nonce, ciphertext and tag of AES-256-GCM (NIST SP 800-38D), bound to its name. */
  readonly sealed: string
}

const contextOf = (name: string) => ({ service: 'charter platform', key: name })

export const sealSecret = async (provider: KeyProvider, name: string, text: string): Promise<Envelope> => {
  const [key, nonce] = [randomBytes(32), randomBytes(12)]
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(name))
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  const wrapped = await provider.wrap(key, contextOf(name))
  return { provider: provider.name, wrapped, sealed: sealed.toString('base64') }
}

/** The text again. Rejects where the provider cannot be reached, is another one, or what was sealed is not as it was. */
export const openSecret = async (
  provider: KeyProvider,
  name: string,
  { wrapped, sealed }: Envelope,
): Promise<string> => {
  const key = await provider.unwrap(wrapped, contextOf(name))
  const bytes = Buffer.from(sealed, 'base64')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
  decipher.setAAD(Buffer.from(name)).setAuthTag(bytes.subarray(-16))
  return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()]).toString('utf8')
}
