import { expect, test } from 'vitest'
import { firstKey } from './first-key.ts'

const usable = (column: string): boolean => column !== 'note'

test('the first group that has a set of usable columns gives the key, and of a group the smallest', () => {
  expect(firstKey([[['id']], [['code']]], usable)).toEqual(['id'])
  expect(firstKey([[['note']], [['site', 'number'], ['code']]], usable)).toEqual(['code'])
  expect(
    firstKey(
      [
        [],
        [
          ['a', 'b'],
          ['b', 'c'],
        ],
      ],
      usable,
    ),
  ).toEqual(['a', 'b'])
})

test('nothing identifies a row where no set is usable, as that of no columns is not', () => {
  expect(firstKey([[['note']], [[]]], usable)).toEqual([])
})
