import { expect, test } from 'vitest'
import { platformAttacks, playOnPlatform } from './play.ts'

test('nothing that is tried on a platform works', { timeout: 300_000 }, async () => {
  const verdicts = await playOnPlatform(platformAttacks, null)
  expect(verdicts.filter(({ got }) => got !== null).map(({ attack, got }) => `${attack.name}: ${got}`)).toEqual([])
  expect(verdicts.length).toBeGreaterThan(15)
})
