import { beforeAll, expect, test } from 'vitest'
import { useTestServer } from '../charters.ts'
import { allAttacks, playAttacks } from './play.ts'

beforeAll(useTestServer)

const quick = (await allAttacks()).filter(({ isSlow }) => !isSlow)
// The matrix of both ways and both databases is `npm run attacks`.
for (const [way, database] of [
  ['in-process', 'sqlite'],
  ['generated', 'postgresql'],
] as const)
  test(`nothing that once worked works any more: ${way}, ${database}`, { timeout: 600_000 }, async () => {
    const verdicts = await playAttacks(quick, { ways: [way], databases: [database] })
    expect(verdicts.filter(({ got }) => got !== null).map(({ attack, got }) => `${attack.name}: ${got}`)).toEqual([])
    expect(verdicts.length).toBeGreaterThan(0)
  })
