import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'

/** How a password is kept, and known again. */
export interface Passwords {
  hash(password: string): Promise<string>
  verify(given: { readonly hash: string; readonly password: string }): Promise<boolean>
}

/** OWASP Password Storage Cheat Sheet: scrypt with N = 2^15, r = 8, p = 3, of 32 MiB. */
const [logN, r, p] = [15, 8, 3]
const keyBytes = 32
const saltBytes = 16

/** scrypt (RFC 7914), with its cost beside the salt: what is made now is known when the cost has changed. */
export const passwords: Passwords = {
  hash: async (password) => {
    const salt = randomBytes(saltBytes)
    const key = await derive(password, salt, costOf(logN, r, p))
    return ['scrypt', logN, r, p, salt.toString('base64url'), key.toString('base64url')].join('$')
  },
  verify: async ({ hash, password }) => {
    const [kind, n, blocks, lanes, salt = '', key = ''] = hash.split('$')
    if (kind !== 'scrypt') return false
    const kept = Buffer.from(key, 'base64url')
    const shown = await derive(
      password,
      Buffer.from(salt, 'base64url'),
      costOf(Number(n), Number(blocks), Number(lanes)),
    )
    return kept.length === shown.length && timingSafeEqual(kept, shown)
  },
}

const costOf = (log: number, blocks: number, lanes: number): ScryptOptions => ({
  N: 2 ** log,
  r: blocks,
  p: lanes,
  maxmem: 256 * blocks * 2 ** log,
})

/** The same password in another composition of its characters is the same (NIST SP 800-63B section 3.1.1.2). */
const derive = (password: string, salt: Uint8Array, cost: ScryptOptions): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    scrypt(password.normalize('NFKC'), salt, keyBytes, cost, (error, key) => (error ? reject(error) : resolve(key))),
  )
