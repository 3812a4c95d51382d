import { hash, randomBytes } from 'node:crypto'
import type { PeopleDatabase, PeopleRow } from './people-database.ts'

/** What a link is good for: `owner` signs the owner of this machine in, `founder` makes the first person, `invitation` a further one, `recovery` changes a password; those of passkeys are challenges that an authenticator answers. */
export type LinkKind =
  | 'owner'
  | 'founder'
  | 'invitation'
  | 'recovery'
  | 'passkey-sign-in'
  | 'passkey-step-up'
  | 'passkey-add'

/** Links that are used once. Kept are the hashes of their codes: whoever reads them there has none. */
export interface Links {
  /** A code of 256 bits, in base64url. */
  make(kind: LinkKind, given: { readonly data: string; readonly lifeMs: number }): Promise<string>
  /** What was given with it; null where there is none, it has ended, or was used. */
  find(kind: LinkKind, code: string): Promise<string | null>
  /** The same, and nobody finds it again. */
  use(kind: LinkKind, code: string): Promise<string | null>
  /** The same, and nobody finds any other of its kind again: of several that are used at once one was. */
  useLast(kind: LinkKind, code: string): Promise<string | null>
}

export const linksIn = (database: PeopleDatabase, nowMs: () => number): Links => ({
  make: async (kind, { data, lifeMs }) => {
    const code = randomBytes(32).toString('base64url')
    await database.all('DELETE FROM link WHERE until <= ?', nowMs())
    const values = [hashOf(code), kind, data, nowMs() + lifeMs]
    await database.all('INSERT INTO link (hash, kind, data, until) VALUES (?, ?, ?, ?)', ...values)
    return code
  },
  find: async (kind, code) =>
    dataOf(await database.all(`SELECT data FROM link WHERE ${itself}`, hashOf(code), kind, nowMs())),
  use: async (kind, code) =>
    dataOf(await database.all(`DELETE FROM link WHERE ${itself} RETURNING data`, hashOf(code), kind, nowMs())),
  useLast: async (kind, code) => {
    const isThere = `EXISTS (SELECT 1 FROM link WHERE ${itself})`
    const values = [kind, hashOf(code), kind, nowMs()]
    const ended = await database.all(`DELETE FROM link WHERE kind = ? AND ${isThere} RETURNING hash, data`, ...values)
    return dataOf(ended.filter((row) => row.hash === hashOf(code)))
  },
})

const itself = 'hash = ? AND kind = ? AND until > ?'

/** Of 256 random bits a plain hash is enough: there is nothing to guess. */
const hashOf = (code: string): string => hash('sha256', code, 'hex')

const dataOf = ([row]: readonly PeopleRow[]): string | null => (typeof row?.data === 'string' ? row.data : null)
