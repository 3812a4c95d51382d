import { expect, test } from 'vitest'
import { type EntityUnit, planOf } from './entity.ts'

const unit = () => ({ plans: new Map() }) as unknown as EntityUnit

test('a plan is made once, and no more are kept than there is room for, however many are asked for', () => {
  const one = unit()
  let made = 0
  const ask = (key: string) => planOf(one, key, () => ++made)
  expect([ask('a'), ask('a')]).toEqual([1, 1])
  for (let at = 0; at < 2000; at++) ask(`of ${at}`)
  expect(one.plans.size).toBeLessThanOrEqual(500)
})

test('a plan whose key is as long as a body may be is not kept', () => {
  const one = unit()
  for (const letters of [20_000, 20_001]) planOf(one, 'x'.repeat(letters), () => letters)
  expect([...one.plans.values()]).toEqual([20_000])
})
