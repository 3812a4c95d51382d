import { createCipheriv, createDecipheriv, createHash, createSecretKey, randomBytes } from 'node:crypto'
import type { Credential } from '../../call/call.ts'

/** The credential that a browser's session stands for, and until when it does. */
export interface Sealed {
  readonly credential: Credential & { readonly kind: 'bearer' | 'api-key' }
  readonly untilMs: number
}

/** AES-256-GCM under the service's secret, bound to what it is called: another service's session is none. */
export interface SessionSeal {
  seal(session: Sealed): string
  /** Null for an altered text, or another service's. */
  open(text: string): Sealed | null
}

const nonceBytes = 12
const tagBytes = 16

/** `secret`: 32 bytes shared by all replicas of a service. */
export const sessionSeal = (secret: Uint8Array, service: string): SessionSeal => {
  const key = createSecretKey(createHash('sha256').update('charter session').update(secret).digest())
  const bound = Buffer.from(service)
  return {
    seal: ({ credential: { kind, text }, untilMs }) => {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(bound)
      const sealed = Buffer.concat([cipher.update(JSON.stringify([kind, text, untilMs])), cipher.final()])
      return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64url')
    },
    open: (text) => {
      const bytes = Buffer.from(text, 'base64url')
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), {
          authTagLength: tagBytes,
        })
        decipher.setAAD(bound).setAuthTag(bytes.subarray(-tagBytes))
        const opened = Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()])
        // What opens was sealed here.
        const [kind, credential, untilMs] = JSON.parse(opened.toString()) as ['bearer' | 'api-key', string, number]
        return { credential: { kind, text: credential }, untilMs }
      } catch {
        return null
      }
    },
  }
}
