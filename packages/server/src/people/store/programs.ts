import { hash, randomBytes, randomUUID } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'

/** A program that somebody signed in. */
export interface Program {
  readonly id: string
  readonly name: string
  readonly sinceMs: number
}

/**
 * Credentials of programs, from which they have short tokens. One is not exchanged for another with each use, as several of one person's programs share it,
 * on a machine of theirs: it is kept as a hash, ends by itself, and is ended by its person, or with their password.
 */
export interface Programs {
  /** A credential of 256 bits; it is told this once. */
  signIn(person: string, name: string): string
  /** Whose it is, and until when; null where it has ended. */
  find(credential: string): { readonly person: string; readonly untilMs: number } | null
  list(person: string): readonly Program[]
  end(person: string, id: string): void
  endAll(person: string): void
}

const lifeMs = 30 * 86_400_000

export const programsIn = (database: DatabaseSync, nowMs: () => number): Programs => {
  const ended = database.prepare('DELETE FROM program WHERE until <= ?')
  const made = database.prepare('INSERT INTO program (id, hash, person, name, since, until) VALUES (?, ?, ?, ?, ?, ?)')
  const found = database.prepare('SELECT person, until FROM program WHERE hash = ? AND until > ?')
  const listed = database.prepare('SELECT id, name, since FROM program WHERE person = ? AND until > ? ORDER BY since')
  const one = database.prepare('DELETE FROM program WHERE person = ? AND id = ?')
  const all = database.prepare('DELETE FROM program WHERE person = ?')
  return {
    signIn: (person, name) => {
      const credential = `cp_${randomBytes(32).toString('base64url')}`
      ended.run(nowMs())
      made.run(randomUUID(), hashOf(credential), person, name, nowMs(), nowMs() + lifeMs)
      return credential
    },
    find: (credential) => {
      const row = found.get(hashOf(credential), nowMs())
      return row ? { person: String(row.person), untilMs: Number(row.until) } : null
    },
    list: (person) =>
      listed
        .all(person, nowMs())
        .map(({ id, name, since }) => ({ id: String(id), name: String(name), sinceMs: Number(since) })),
    end: (person, id) => void one.run(person, id),
    endAll: (person) => void all.run(person),
  }
}

const hashOf = (credential: string): string => hash('sha256', credential, 'hex')
