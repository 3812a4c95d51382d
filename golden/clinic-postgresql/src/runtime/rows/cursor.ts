import { createCipheriv, createDecipheriv, createHash, createSecretKey, hash, randomBytes } from 'node:crypto'
import { ProblemError, problem } from '../problem/problem.ts'
import type { Json } from '../values/json.ts'

/** Seals and opens page cursors: AES-256-GCM, bound to everything that decides which rows come next. */
export interface CursorSeal {
  /** `position`: canonical values of the order's fields in the last row. */
  seal(position: readonly Json[], binding: string): string
  /** Rejects with `stale-cursor` for any other binding, an altered text, or another service's cursor. */
  open(cursor: string, binding: string): readonly Json[]
}

/** The same page is asked for again and again: its cursor is sealed once. Kept by digests: bindings are as long as clients make them. */
const knownMax = 500
const nonceBytes = 12
const tagBytes = 16

/** `secret`: 32 bytes shared by all replicas of a service. */
export const cursorSeal = (secret: Uint8Array): CursorSeal => {
  // As a KeyObject: a cipher from a plain buffer costs four times as much.
  const key = createSecretKey(createHash('sha256').update('charter cursor').update(secret).digest())
  const known = new Map<string, string>()
  return {
    seal: (position, binding) => {
      const text = JSON.stringify(position)
      const id = hash('sha256', `${text.length} ${text}${binding}`, 'base64url')
      const before = known.get(id)
      if (before !== undefined) return before
      const nonce = nextNonce()
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(binding))
      const sealed = Buffer.concat([cipher.update(text), cipher.final()])
      const cursor = Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64url')
      if (known.size >= knownMax) known.clear()
      known.set(id, cursor)
      return cursor
    },
    open: (cursor, binding) => {
      const bytes = Buffer.from(cursor, 'base64url')
      try {
        // GCM takes shorter tags, which are sooner guessed.
        const options = { authTagLength: tagBytes }
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), options)
        decipher.setAAD(Buffer.from(binding))
        decipher.setAuthTag(bytes.subarray(-tagBytes))
        const opened = Buffer.concat([decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()])
        return JSON.parse(opened.toString()) as readonly Json[]
      } catch {
        throw stale()
      }
    },
  }
}

/** Random bytes are drawn for many nonces at once. */
let pool = Buffer.alloc(0)
const nextNonce = (): Buffer => {
  if (pool.length < nonceBytes) pool = randomBytes(nonceBytes * 256)
  const nonce = pool.subarray(0, nonceBytes)
  pool = pool.subarray(nonceBytes)
  return nonce
}

const stale = () => new ProblemError(problem('stale-cursor'))
