import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import type { Sealing } from '../file-keys.ts'

/** Keys that are wrapped by one that never changes, so that two processes open each other's files. */
export const sampleSealing = (): Sealing => {
  const key = createHash('sha256').update('a key-encryption key').digest()
  return {
    secret: createHash('sha256').update('a secret').digest(),
    keys: {
      wrap: async (bytes) => {
        const nonce = randomBytes(12)
        const cipher = createCipheriv('aes-256-gcm', key, nonce)
        return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]).toString('base64url')
      },
      unwrap: async (wrapped) => {
        const bytes = Buffer.from(wrapped, 'base64url')
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
        decipher.setAuthTag(bytes.subarray(-16))
        return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()])
      },
    },
  }
}
