import { expect, test } from 'vitest'
import { lanesOf } from './lanes.ts'

test('while a lane fails one of it tries, ever later, and once one is done all go on', () => {
  const { enter, leave } = lanesOf()
  expect([enter('a', 0), enter('a', 0)]).toEqual([null, null])
  leave('a', true, 0)
  // It was begun before the first had failed.
  leave('a', true, 0)
  expect(enter('b', 0)).toBeNull()
  expect(enter('a', 4_999)).toBeGreaterThanOrEqual(5_000)
  expect(enter('a', 5_000)).toBeNull()
  expect(enter('a', 5_000)).toBeGreaterThanOrEqual(5_000)
  leave('a', true, 6_000)
  expect(enter('a', 6_000)).toBeGreaterThanOrEqual(10_000)
  expect(enter('a', 16_000)).toBeNull()
  leave('a', false, 17_000)
  expect([enter('a', 17_000), enter('a', 17_000)]).toEqual([null, null])
})
