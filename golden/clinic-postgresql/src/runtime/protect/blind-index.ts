import { createHmac } from 'node:crypto'
import type { OpenKey, Place } from './envelope.ts'
import { lengthPrefixed } from './length-prefixed.ts'

/** 192 bits: no two values of a database ever share one by chance. */
const indexBytes = 24

/**
 * `<key id>.<base64url>`: HMAC-SHA-256 of a value under a key of its own, bound to tenant, entity and field, so that equal
 * values of one field are found and those of two fields or tenants do not show as equal. `text` is the canonical JSON.
 */
export const blindIndex = (
  { id, key }: OpenKey,
  { tenant, entity, field }: Omit<Place, 'key'>,
  text: string,
): string => {
  const digest = createHmac('sha256', key)
    .update(lengthPrefixed([tenant, entity, field, text]))
    .digest()
  return `${id}.${digest.subarray(0, indexBytes).toString('base64url')}`
}

/** The key that an index was made with. */
export const indexKeyIdOf = (index: string): string => index.slice(0, index.indexOf('.'))
