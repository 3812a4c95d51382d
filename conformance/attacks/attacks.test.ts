import { expect, test } from 'vitest'
import { isShared } from './attack.ts'
import { allAttacks, playAttacks } from './play.ts'

const quick = (await allAttacks()).filter(({ isSlow }) => !isSlow)
// The matrix of both ways and both databases is `npm run attacks`: here those that share a service have one that is generated.
for (const [way, database, attacks] of [
  ['in-process', 'sqlite', quick.filter((each) => !isShared(each))],
  ['generated', 'postgresql', quick.filter(isShared)],
] as const)
  test(`nothing that once worked works any more: ${way}, ${database}`, { timeout: 600_000 }, async () => {
    const verdicts = await playAttacks(attacks, { ways: [way], databases: [database] })
    expect(verdicts.filter(({ got }) => got !== null).map(({ attack, got }) => `${attack.name}: ${got}`)).toEqual([])
    expect(verdicts.length).toBeGreaterThan(0)
  })
