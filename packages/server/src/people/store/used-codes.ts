import type { PeopleDatabase } from './people-database.ts'

/** Codes of a second factor, each of which is good once (RFC 6238 section 5.2). */
export interface UsedCodes {
  /** Takes it for this person; false where it was taken before. What is tried is taken, right or wrong. */
  take(person: string, code: string): Promise<boolean>
}

/** Longer than a code holds: its own 30 seconds, and those before and after. */
const keptMs = 180_000

const taken = 'INSERT INTO used_code (person, code, at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING RETURNING code'

export const usedCodesIn = (database: PeopleDatabase, nowMs: () => number): UsedCodes => ({
  take: async (person, code) => {
    await database.all('DELETE FROM used_code WHERE at < ?', nowMs() - keptMs)
    return (await database.all(taken, person, code, nowMs())).length === 1
  },
})
