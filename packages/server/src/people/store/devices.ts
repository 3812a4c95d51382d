import { hash, randomBytes, randomInt } from 'node:crypto'
import type { PeopleDatabase } from './people-database.ts'

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
  ask(asking: Omit<Asking, 'askedAtMs'>): Promise<{ readonly device: string; readonly user: string }>
  /** What asked with this code, as it is shown or in small letters; null where nothing waits for it. */
  find(user: string): Promise<Asking | null>
  /** Signs it in, once; false where nothing waits for this code. */
  confirm(user: string, person: string): Promise<boolean>
  poll(device: string): Promise<Polled>
}

export const deviceLifeMs = 600_000
/** How often a program may ask. */
export const pollEveryMs = 5000

/** Consonants alone, so that no words come of them: 20^8 codes, of which each holds for ten minutes (RFC 8628 section 6.1). */
const letters = 'BCDFGHJKLMNPQRSTVWXZ'

export const devicesIn = (database: PeopleDatabase, nowMs: () => number): Devices => ({
  ask: async ({ program, address }) => {
    const [device, user] = [randomBytes(32).toString('base64url'), userCode()]
    await database.all('DELETE FROM device WHERE until <= ?', nowMs())
    const values = [hashOf(device), hashOf(plain(user)), program, address, nowMs(), nowMs() + deviceLifeMs]
    await database.all(
      'INSERT INTO device (hash, code, program, address, asked_at, until) VALUES (?, ?, ?, ?, ?, ?)',
      ...values,
    )
    return { device, user }
  },
  find: async (user) => {
    const asked = 'SELECT program, address, asked_at FROM device WHERE code = ? AND person IS NULL AND until > ?'
    const [row] = await database.all(asked, hashOf(plain(user)), nowMs())
    return row ? { program: String(row.program), address: String(row.address), askedAtMs: Number(row.asked_at) } : null
  },
  confirm: async (user, person) => {
    const confirmed = 'UPDATE device SET person = ? WHERE code = ? AND person IS NULL AND until > ? RETURNING code'
    return (await database.all(confirmed, person, hashOf(plain(user)), nowMs())).length === 1
  },
  poll: async (device) => {
    const [asked] = await database.all(
      'UPDATE device SET polled_at = ? WHERE hash = ? AND until > ? AND (polled_at IS NULL OR polled_at <= ?) RETURNING code',
      ...[nowMs(), hashOf(device), nowMs(), nowMs() - pollEveryMs],
    )
    if (!asked) {
      const known = await database.all('SELECT code FROM device WHERE hash = ? AND until > ?', hashOf(device), nowMs())
      return known.length === 0 ? 'expired_token' : 'slow_down'
    }
    const taken = 'DELETE FROM device WHERE hash = ? AND person IS NOT NULL RETURNING person, program'
    const [signedIn] = await database.all(taken, hashOf(device))
    return signedIn ? { person: String(signedIn.person), program: String(signedIn.program) } : 'authorization_pending'
  },
})

/** `BCDF-GHJK`. */
const userCode = (): string => {
  const code = Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')
  return `${code.slice(0, 4)}-${code.slice(4)}`
}

const plain = (user: string): string => user.toUpperCase().replace(/[^A-Z]/g, '')

const hashOf = (code: string): string => hash('sha256', code, 'hex')
