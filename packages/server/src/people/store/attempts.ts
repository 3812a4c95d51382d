import { hash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'

/** How often what is secret of an account may be tried, whoever tries, and from wherever. */
export interface Attempts {
  /** Counts one as failed before it is tried, so that many at once are as many; how long to wait first, 0 where it may be tried. */
  begin(account: string): number
  /** It was right: what failed before is forgotten. */
  succeeded(account: string): void
}

/** Failures without a wait; then 30 seconds, doubled with each, a quarter of an hour at most: about a hundred guesses a day. */
const freely = 5
const firstWaitMs = 30_000
const longestWaitMs = 900_000
const rememberedMs = 86_400_000

/** Milliseconds after the last of so many failures, in which nothing is tried. */
export const waitAfter = (failures: number): number =>
  failures < freely ? 0 : Math.min(firstWaitMs * 2 ** (failures - freely), longestWaitMs)

export const attemptsIn = (database: DatabaseSync, nowMs: () => number): Attempts => {
  const forgotten = database.prepare('DELETE FROM attempt WHERE at < ?')
  const known = database.prepare('SELECT failures, at FROM attempt WHERE key = ?')
  const counted = database.prepare(
    'INSERT INTO attempt (key, failures, at) VALUES (?, 1, ?) ON CONFLICT (key) DO UPDATE SET failures = failures + 1, at = excluded.at',
  )
  const gone = database.prepare('DELETE FROM attempt WHERE key = ?')
  return {
    begin: (account) => {
      forgotten.run(nowMs() - rememberedMs)
      const row = known.get(keyOf(account))
      const waitMs = row ? Number(row.at) + waitAfter(Number(row.failures)) - nowMs() : 0
      if (waitMs > 0) return waitMs
      counted.run(keyOf(account), nowMs())
      return 0
    },
    succeeded: (account) => void gone.run(keyOf(account)),
  }
}

/** Accounts that are none are counted alike, whatever text was sent for one. */
const keyOf = (account: string): string => hash('sha256', account, 'hex')
