import type { DatabaseSync } from 'node:sqlite'

/** Codes of a second factor, each of which is good once (RFC 6238 section 5.2). */
export interface UsedCodes {
  /** Takes it for this person; false where it was taken before. What is tried is taken, right or wrong. */
  take(person: string, code: string): boolean
}

/** Longer than a code holds: its own 30 seconds, and those before and after. */
const keptMs = 180_000

export const usedCodesIn = (database: DatabaseSync, nowMs: () => number): UsedCodes => {
  const old = database.prepare('DELETE FROM used_code WHERE at < ?')
  const taken = database.prepare('INSERT INTO used_code (person, code, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING')
  return {
    take: (person, code) => {
      old.run(nowMs() - keptMs)
      return taken.run(person, code, nowMs()).changes === 1
    },
  }
}
