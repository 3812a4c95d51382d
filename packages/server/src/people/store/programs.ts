import { hash, randomBytes, randomUUID } from 'node:crypto'
import type { PeopleDatabase } from './people-database.ts'

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
  signIn(person: string, name: string): Promise<string>
  /** Whose it is, and until when; null where it has ended. */
  find(credential: string): Promise<{ readonly person: string; readonly untilMs: number } | null>
  list(person: string): Promise<readonly Program[]>
  end(person: string, id: string): Promise<void>
  endAll(person: string): Promise<void>
}

const lifeMs = 30 * 86_400_000

export const programsIn = (database: PeopleDatabase, nowMs: () => number): Programs => ({
  signIn: async (person, name) => {
    const credential = `cp_${randomBytes(32).toString('base64url')}`
    await database.all('DELETE FROM program WHERE until <= ?', nowMs())
    const values = [randomUUID(), hashOf(credential), person, name, nowMs(), nowMs() + lifeMs]
    await database.all(
      'INSERT INTO program (id, hash, person, name, since, until) VALUES (?, ?, ?, ?, ?, ?)',
      ...values,
    )
    return credential
  },
  find: async (credential) => {
    const found = 'SELECT person, until FROM program WHERE hash = ? AND until > ?'
    const [row] = await database.all(found, hashOf(credential), nowMs())
    return row ? { person: String(row.person), untilMs: Number(row.until) } : null
  },
  list: async (person) => {
    const listed = 'SELECT id, name, since FROM program WHERE person = ? AND until > ? ORDER BY since'
    const rows = await database.all(listed, person, nowMs())
    return rows.map(({ id, name, since }) => ({ id: String(id), name: String(name), sinceMs: Number(since) }))
  },
  end: async (person, id) => {
    await database.all('DELETE FROM program WHERE person = ? AND id = ?', person, id)
  },
  endAll: async (person) => {
    await database.all('DELETE FROM program WHERE person = ?', person)
  },
})

const hashOf = (credential: string): string => hash('sha256', credential, 'hex')
