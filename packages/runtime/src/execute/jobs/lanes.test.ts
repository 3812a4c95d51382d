import { expect, test } from 'vitest'
import { type Lane, type LanePlace, type Lanes, lanesOf } from './lanes.ts'

const enter = (lanes: Lanes, lane: string, nowMs: number, of = lane): LanePlace => {
  const entered = lanes.enter({ lane, of }, nowMs)
  if ('waitMs' in entered) throw new Error(`it waits ${entered.waitMs} ms`)
  return entered.place
}
const waitOf = (lanes: Lanes, lane: string, nowMs: number, of = lane): number => {
  const entered = lanes.enter({ lane, of }, nowMs)
  if ('place' in entered) throw new Error('it does not wait')
  return entered.waitMs
}

test('two of a lane run at a time, and each of the others has its turn after those before it', () => {
  const lanes = lanesOf()
  const [one] = [enter(lanes, 'a', 0), enter(lanes, 'a', 0)]
  one.leave('done', 10_000)
  enter(lanes, 'a', 10_000)
  const waits = Array.from({ length: 10 }, () => waitOf(lanes, 'a', 10_000))
  expect(waits[9]).toBeGreaterThan(5_000)
  expect(waits[0]).toBeLessThan(waits[9] ?? 0)
  enter(lanes, 'b', 10_000)
})

test('while a lane fails one of it tries, ever later, and once one is done all go on', () => {
  const lanes = lanesOf()
  const [first, second] = [enter(lanes, 'a', 0), enter(lanes, 'a', 0)]
  first.leave('failed', 100)
  // It was begun before the first had failed.
  second.leave('failed', 100)
  expect(waitOf(lanes, 'a', 5_000)).toBeGreaterThanOrEqual(5_000)
  const third = enter(lanes, 'a', 5_100)
  expect(waitOf(lanes, 'a', 5_100)).toBeGreaterThanOrEqual(5_000)
  third.leave('failed', 6_000)
  expect(waitOf(lanes, 'a', 6_000)).toBeGreaterThanOrEqual(10_000)
  enter(lanes, 'a', 16_000).leave('neither', 16_000)
  const fourth = enter(lanes, 'a', 16_100)
  expect(waitOf(lanes, 'a', 16_100)).toBeGreaterThanOrEqual(5_000)
  fourth.leave('done', 17_000)
  enter(lanes, 'a', 17_000)
  enter(lanes, 'a', 17_000)
})

test('however long one takes, whoever waits looks again after some minutes', () => {
  const lanes = lanesOf()
  const [one] = [enter(lanes, 'a', 0), enter(lanes, 'a', 0)]
  one.leave('done', 600_000)
  enter(lanes, 'a', 600_000)
  const waits = Array.from({ length: 20 }, () => waitOf(lanes, 'a', 600_000))
  expect(Math.max(...waits)).toBeLessThanOrEqual(375_000)
})

test('who has many lanes has four places in them all', () => {
  const lanes = lanesOf()
  for (const lane of ['a', 'b', 'c']) enter(lanes, lane, 0, 'ann')
  const place = enter(lanes, 'd', 0, 'ann')
  expect(waitOf(lanes, 'e', 0, 'ann')).toBeGreaterThan(0)
  enter(lanes, 'e', 0, 'bob')
  place.leave('done', 10)
  enter(lanes, 'f', 10, 'ann')
})

test('a lane that failed is known while others may wait for it, and no longer', () => {
  const known = new Map<string, Lane>()
  const lanes = lanesOf(known)
  enter(lanes, 'a', 0, 'ann').leave('failed', 1_000)
  expect(waitOf(lanes, 'a', 2_000, 'ann')).toBeGreaterThan(0)
  expect(known.has('lane a')).toBe(true)
  enter(lanes, 'b', 300_000, 'bob').leave('done', 300_000)
  expect([...known.keys()]).toEqual(['lane a'])
  const going = enter(lanes, 'c', 600_000, 'bob')
  enter(lanes, 'd', 900_000, 'bob')
  expect([...known.keys()]).toEqual(['lane c', 'of bob', 'lane d'])
  going.leave('done', 900_000)
  expect([...known.keys()]).toEqual(['of bob', 'lane d'])
})
