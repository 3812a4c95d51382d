import { randomBytes } from 'node:crypto'
import { hashApiKey } from '@charter/runtime/service'
import type { MintKeyBody } from '../charter.gen.ts'

const dayMs = 86_400_000

/** `ck_` and 256 random bits, of which the platform keeps the SHA-256 alone. */
export const mintKey: MintKeyBody = async ({ value: { name, grants, days } }, { rows, now, principal, fail }) => {
  if (grants.includes('directory')) {
    if (grants.length > 1) return fail('directory-alone', 'A key of a directory is for nothing else.')
    if (!principal.roles.includes('owner')) return fail('owner-alone', 'An owner makes the key of a directory.')
  }
  const key = `ck_${randomBytes(32).toString('base64url')}`
  const endsAt = new Date(Date.parse(now) + days * dayMs).toISOString()
  const { id } = await rows.create('Key', { name, grants, hash: hashApiKey(key), endsAt })
  return { id, key, endsAt }
}
