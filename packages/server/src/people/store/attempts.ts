import { hash } from 'node:crypto'
import type { PeopleDatabase } from './people-database.ts'

/** How often what is secret of an account may be tried, whoever tries, and from wherever. */
export interface Attempts {
  /** Counts one as failed before it is tried, so that many at once are as many; how long to wait first, 0 where it may be tried. */
  begin(account: string): Promise<number>
  /** It was right: what failed before is forgotten. */
  succeeded(account: string): Promise<void>
}

/** Failures without a wait; then 30 seconds, doubled with each, a quarter of an hour at most: about a hundred guesses a day. */
const freely = 5
const firstWaitMs = 30_000
const longestWaitMs = 900_000
const rememberedMs = 86_400_000

/** Milliseconds after the last of so many failures, in which nothing is tried. */
export const waitAfter = (failures: number): number =>
  failures < freely ? 0 : Math.min(firstWaitMs * 2 ** (failures - freely), longestWaitMs)

/** `waitAfter` as SQL: looked at and counted in one statement, many at once are as many. */
const waits = (): string => {
  const steps = Array.from({ length: 20 }, (_, failures) => [failures, waitAfter(failures)] as const)
  const rising = steps.filter(([, waitMs]) => waitMs < longestWaitMs)
  return `CASE attempt.failures ${rising.map(([failures, waitMs]) => `WHEN ${failures} THEN ${waitMs}`).join(' ')} ELSE ${longestWaitMs} END`
}

const count = `INSERT INTO attempt (key, failures, at) VALUES (?, 1, ?) ON CONFLICT (key)
  DO UPDATE SET failures = attempt.failures + 1, at = excluded.at WHERE attempt.at + ${waits()} <= excluded.at RETURNING failures`

export const attemptsIn = (database: PeopleDatabase, nowMs: () => number): Attempts => ({
  begin: async (account) => {
    await database.all('DELETE FROM attempt WHERE at < ?', nowMs() - rememberedMs)
    if ((await database.all(count, keyOf(account), nowMs())).length > 0) return 0
    const [row] = await database.all('SELECT failures, at FROM attempt WHERE key = ?', keyOf(account))
    return row ? Math.max(1, Number(row.at) + waitAfter(Number(row.failures)) - nowMs()) : 1
  },
  succeeded: async (account) => {
    await database.all('DELETE FROM attempt WHERE key = ?', keyOf(account))
  },
})

/** Accounts that are none are counted alike, whatever text was sent for one. */
const keyOf = (account: string): string => hash('sha256', account, 'hex')
