import { createCipheriv, createDecipheriv, type KeyObject, randomFillSync } from 'node:crypto'
import { lengthPrefixed } from './length-prefixed.ts'

/** A data or index key, ready for use. */
export interface OpenKey {
  readonly id: string
  readonly key: KeyObject
}

/** What a ciphertext belongs to: moved to any other place it does not open. */
export interface Place {
  readonly tenant: string | null
  readonly entity: string
  readonly field: string
  /** Canonical JSON of the record's key, or the token. */
  readonly key: string
}

const format = 'c1'
const nonceBytes = 12
const tagBytes = 16

/**
 * `c1.<key id>.<base64url of nonce, ciphertext and tag>`: AES-256-GCM (NIST SP 800-38D) with a random nonce of 96 bits. A
 * data key may seal 2^32 values with random nonces (section 8.3); `charter keys rotate` long before.
 */
export const sealText = ({ id, key }: OpenKey, place: Place, text: string, nonce = nextNonce()): string => {
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(associatedData(place, id))
  const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `${format}.${id}.${sealed.toString('base64url')}`
}

/** The text again, with the key that it names (`keyIdOf`). Throws when it was altered, cut, or moved from its place. */
export const openText = ({ id, key }: OpenKey, place: Place, sealed: string): string => {
  const bytes = Buffer.from(sealed.slice(format.length + id.length + 2), 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes })
  decipher.setAAD(associatedData(place, id)).setAuthTag(bytes.subarray(-tagBytes))
  return decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8')
}

/** The key that a text was sealed with; null for what is no ciphertext. */
export const keyIdOf = (sealed: string): string | null => /^c1\.([^.]+)\.[\w-]+$/.exec(sealed)?.[1] ?? null

const associatedData = ({ tenant, entity, field, key }: Place, keyId: string): Buffer =>
  lengthPrefixed([tenant, entity, field, key, keyId])

const pool = Buffer.alloc(nonceBytes * 256)
let used = pool.length

/** Random bytes are drawn for many nonces at once. */
const nextNonce = (): Buffer => {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += nonceBytes
  return Buffer.from(pool.subarray(used - nonceBytes, used))
}
