import { hash, randomBytes, randomInt } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'

/** What a program asked for, as whoever confirms it is shown. */
export interface Asking {
  readonly program: string
  readonly address: string
  readonly askedAtMs: number
}

/** What a program that asks again is told (RFC 8628 section 3.5). */
export type Polled =
  | 'authorization_pending'
  | 'slow_down'
  | 'expired_token'
  | { readonly person: string; readonly program: string }

/** Programs that ask to be signed in by somebody who is at a browser (RFC 8628). */
export interface Devices {
  /** Two codes: the program keeps one, and shows the other. */
  ask(asking: Omit<Asking, 'askedAtMs'>): { readonly device: string; readonly user: string }
  /** What asked with this code, as it is shown or in small letters; null where nothing waits for it. */
  find(user: string): Asking | null
  /** Signs it in, once; false where nothing waits for this code. */
  confirm(user: string, person: string): boolean
  poll(device: string): Polled
}

export const deviceLifeMs = 600_000
/** How often a program may ask. */
export const pollEveryMs = 5000

/** Consonants alone, so that no words come of them: 20^8 codes, of which each holds for ten minutes (RFC 8628 section 6.1). */
const letters = 'BCDFGHJKLMNPQRSTVWXZ'

export const devicesIn = (database: DatabaseSync, nowMs: () => number): Devices => {
  const ended = database.prepare('DELETE FROM device WHERE until <= ?')
  const made = database.prepare(
    'INSERT INTO device (hash, code, program, address, asked_at, until) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const waiting = database.prepare('SELECT * FROM device WHERE code = ? AND person IS NULL AND until > ?')
  const confirmed = database.prepare('UPDATE device SET person = ? WHERE code = ? AND person IS NULL AND until > ?')
  const known = database.prepare('SELECT * FROM device WHERE hash = ? AND until > ?')
  const polled = database.prepare('UPDATE device SET polled_at = ? WHERE hash = ?')
  const taken = database.prepare('DELETE FROM device WHERE hash = ? AND person IS NOT NULL RETURNING person, program')
  return {
    ask: ({ program, address }) => {
      const [device, user] = [randomBytes(32).toString('base64url'), userCode()]
      ended.run(nowMs())
      made.run(hashOf(device), hashOf(plain(user)), program, address, nowMs(), nowMs() + deviceLifeMs)
      return { device, user }
    },
    find: (user) => {
      const row = waiting.get(hashOf(plain(user)), nowMs())
      return row
        ? { program: String(row.program), address: String(row.address), askedAtMs: Number(row.asked_at) }
        : null
    },
    confirm: (user, person) => confirmed.run(person, hashOf(plain(user)), nowMs()).changes === 1,
    poll: (device) => {
      const row = known.get(hashOf(device), nowMs())
      if (!row) return 'expired_token'
      if (typeof row.polled_at === 'number' && nowMs() - row.polled_at < pollEveryMs) return 'slow_down'
      polled.run(nowMs(), hashOf(device))
      const signedIn = taken.get(hashOf(device))
      return signedIn ? { person: String(signedIn.person), program: String(signedIn.program) } : 'authorization_pending'
    },
  }
}

/** `BCDF-GHJK`. */
const userCode = (): string => {
  const code = Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')
  return `${code.slice(0, 4)}-${code.slice(4)}`
}

const plain = (user: string): string => user.toUpperCase().replace(/[^A-Z]/g, '')

const hashOf = (code: string): string => hash('sha256', code, 'hex')
