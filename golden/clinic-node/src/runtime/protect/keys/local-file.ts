import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { secretFile } from '../../settings/key-file.ts'
import { contextText, type KeyProvider } from './provider.ts'

/** The key-encryption key in a file beside the service (mode 0600): for development, where who has the disk has the data. */
export const localFileKeys = async (file: string): Promise<KeyProvider> => {
  const key = await secretFile(file)
  return {
    name: 'local',
    wrap: async (bytes, context) => {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(contextText(context)))
      return Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()]).toString('base64url')
    },
    unwrap: async (wrapped, context) => {
      const bytes = Buffer.from(wrapped, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
      decipher.setAAD(Buffer.from(contextText(context))).setAuthTag(bytes.subarray(-16))
      return Buffer.concat([decipher.update(bytes.subarray(12, -16)), decipher.final()])
    },
    describe: () => `local file ${file}`,
  }
}
