import { connectors } from '@charter/connectors'
import { expect, test } from 'vitest'
import { testServer } from '../charters.ts'
import { killWorkers } from './kill-workers.ts'

/** `npm run jobs` kills more often. */
const kills = 5

test.each(['sqlite', 'postgresql', 'mariadb'] as const)(
  'what was queued is done once, though processes that do it are killed and their clocks differ, on %s',
  async (database) => {
    const connector = connectors.find(({ name }) => name === database)
    const server = database === 'sqlite' ? null : testServer(database)
    const made = server === null ? null : await connector?.makeTemporary(server)
    const tally = await killWorkers({ database, url: made?.url ?? null, kills, workers: 3, jobs: 4, steps: 40 })
    await made?.remove()
    expect(tally.faults).toEqual([])
    expect(tally.begunAgain).toBeGreaterThan(0)
  },
  180_000,
)
