import { expect, test } from 'vitest'
import { type EntityUnit, planMemory, planOf } from './entity.ts'

test('a plan is made once, and no more are kept than there is room for, however many are asked for and by how much', () => {
  const one = { plans: planMemory() } as unknown as EntityUnit
  let made = 0
  const ask = (key: string) => planOf(one, key, () => ++made)
  expect([ask('a'), ask('a')]).toEqual([1, 1])
  for (let at = 0; at < 2000; at++) ask(`of ${at} ${'x'.repeat(1000)}`)
  expect(one.plans.size).toBeLessThanOrEqual(400_000)
  expect([made, ask('a')]).toEqual([2001, 2002])
})
