import { hash, randomBytes } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'

/** What a link is good for: `owner` signs the owner of this machine in, `founder` makes the first person, `invitation` a further one. */
export type LinkKind = 'owner' | 'founder' | 'invitation'

/** Links that are used once. Kept are the hashes of their codes: whoever reads the file has none. */
export interface Links {
  /** A code of 256 bits, in base64url. */
  make(kind: LinkKind, given: { readonly data: string; readonly lifeMs: number }): string
  /** What was given with it; null where there is none, it has ended, or was used. */
  find(kind: LinkKind, code: string): string | null
  /** The same, and nobody finds it again. */
  use(kind: LinkKind, code: string): string | null
  /** Ends all of a kind. */
  endAll(kind: LinkKind): void
}

export const linksIn = (database: DatabaseSync, nowMs: () => number): Links => {
  const ended = database.prepare('DELETE FROM link WHERE until <= ?')
  const made = database.prepare('INSERT INTO link (hash, kind, data, until) VALUES (?, ?, ?, ?)')
  const found = database.prepare('SELECT data FROM link WHERE hash = ? AND kind = ? AND until > ?')
  const used = database.prepare('DELETE FROM link WHERE hash = ? AND kind = ? AND until > ? RETURNING data')
  const all = database.prepare('DELETE FROM link WHERE kind = ?')
  return {
    make: (kind, { data, lifeMs }) => {
      const code = randomBytes(32).toString('base64url')
      ended.run(nowMs())
      made.run(hashOf(code), kind, data, nowMs() + lifeMs)
      return code
    },
    find: (kind, code) => dataOf(found.get(hashOf(code), kind, nowMs())),
    use: (kind, code) => dataOf(used.get(hashOf(code), kind, nowMs())),
    endAll: (kind) => void all.run(kind),
  }
}

/** Of 256 random bits a plain hash is enough: there is nothing to guess. */
const hashOf = (code: string): string => hash('sha256', code, 'hex')

const dataOf = (row: Record<string, unknown> | undefined): string | null =>
  typeof row?.data === 'string' ? row.data : null
