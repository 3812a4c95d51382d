import { connectors } from '@charter/connectors'
import { expect, test } from 'vitest'
import { testServer } from '../charters.ts'
import { killWorkers } from './kill-workers.ts'

/** `npm run jobs` kills more often. One run that is killed more often than five times in a row comes to its end all the same. */
const places = [
  { database: 'sqlite', whose: 'ours', queue: 'own', kills: 7, jobs: 1, steps: 400 },
  { database: 'postgresql', whose: 'theirs', queue: 'own', kills: 3, jobs: 4, steps: 100 },
  { database: 'mariadb', whose: 'ours', queue: 'own', kills: 3, jobs: 4, steps: 100 },
  // What was held when its process was killed waits for ten seconds.
  { database: 'postgresql', whose: 'ours', queue: 'pg-boss', kills: 3, jobs: 4, steps: 100 },
] as const

test.each(places)(
  'what was queued is done once, though processes that do it are killed and their clocks differ: $database, $whose, queue $queue',
  async ({ database, whose, queue, kills, jobs, steps }) => {
    const connector = connectors.find(({ name }) => name === database)
    const server = database === 'sqlite' ? null : testServer(database)
    const made = server === null ? null : await connector?.makeTemporary(server)
    const isTheirs = whose === 'theirs'
    const url = made?.url ?? null
    const tally = await killWorkers({ database, queue, isTheirs, url, kills, workers: 3, jobs, steps })
    await made?.remove()
    expect(tally.faults).toEqual([])
    expect(tally.kills).toBe(kills)
    expect(tally.begunAgain).toBeGreaterThan(0)
  },
  180_000,
)
