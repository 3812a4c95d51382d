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

test('no more plans are kept than so many, however short their keys', () => {
  const one = { plans: planMemory() } as unknown as EntityUnit
  const keys = Array.from({ length: 2000 }, (_, at) => `of ${at}`)
  for (const key of keys) planOf(one, key, () => key)
  expect(keys.filter((key) => one.plans.get(key) !== undefined)).toHaveLength(500)
})

test('a plan whose key is as long as a body may be is not kept', () => {
  const one = { plans: planMemory() } as unknown as EntityUnit
  for (const letters of [20_000, 20_001]) planOf(one, 'x'.repeat(letters), () => letters)
  expect([20_000, 20_001].map((letters) => one.plans.get('x'.repeat(letters)))).toEqual([20_000, undefined])
})
