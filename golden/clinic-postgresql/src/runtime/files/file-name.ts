import { createHash, createHmac, type KeyObject } from 'node:crypto'
import { lengthPrefixed } from '../protect/length-prefixed.ts'

/**
 * The name of a file among those of one scope, by its digest: the same bytes are there once in a scope, and not across scopes. With a
 * `secret` it is an HMAC (RFC 2104), so that who sees the store and has a file does not learn that it lies there (confirmation of a file:
 * Storer et al., "Secure Data Deduplication", 2008).
 */
export const fileName = (scope: string, secret: KeyObject | Uint8Array | null, digest: string): string =>
  (secret ? createHmac('sha256', secret) : createHash('sha256')).update(lengthPrefixed([scope, digest])).digest('hex')

export const isDigest = (text: string): boolean => /^sha256:[0-9a-f]{64}$/.test(text)
