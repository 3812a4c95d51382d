import { expect, test } from 'vitest'
import type { EntityUnit } from '../store/entity.ts'
import { refuseMore, rowsAsked } from './list-asked.ts'

// Of a unit its name alone is told.
const unit = { model: { name: 'Order' } } as EntityUnit

test('more rows than a list may have are left out for nobody who has not said how many they want', () => {
  const most = rowsAsked(undefined)
  expect(() => refuseMore(unit, undefined, most)).toThrow('more than 10000 rows of Order')
  refuseMore(unit, undefined, most - 1)
  refuseMore(unit, 10_000, most)
})

test('a list has a limit from one to as many', () => {
  expect([rowsAsked(1), rowsAsked(10_000)]).toEqual([1, 10_000])
  for (const limit of [0, -1, 1.5, 10_001, Number.NaN])
    expect(() => rowsAsked(limit), String(limit)).toThrow('a limit from 1 to 10000')
})
