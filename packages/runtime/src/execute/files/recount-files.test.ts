import { expect, test } from 'vitest'
import { surplusOf } from './recount-files.ts'

const surplus = (
  named: Record<string, number>,
  counted: Record<string, readonly [rows: number, earlier: string | null]>,
) =>
  Object.fromEntries(
    surplusOf(
      new Map(Object.entries(named)),
      new Map(Object.entries(counted).map(([name, [rows, earlier]]) => [name, { rows, earlier }])),
    ).map(({ name, by }) => [name, by]),
  )

test('what fewer rows name than were counted is too much, and all of what none names', () => {
  expect(surplus({ a: 3, b: 1, c: 2 }, { a: [2, null], b: [1, null] })).toEqual({ a: 1, c: 2 })
})

test('what more rows name than were counted is left, and so is what is being removed, or only asked for', () => {
  expect(surplus({ a: 1, b: -1_099_511_627_776, c: 0 }, { a: [2, null] })).toEqual({})
})

test('bytes that lie in two places are counted together, and those that are not sealed go first', () => {
  expect(surplus({ sealed: 2, plain: 1 }, { sealed: [3, 'plain'] })).toEqual({})
  expect(surplus({ sealed: 2, plain: 1 }, { sealed: [2, 'plain'] })).toEqual({ plain: 1 })
  expect(surplus({ sealed: 2, plain: 1 }, { sealed: [1, 'plain'] })).toEqual({ plain: 1, sealed: 1 })
  expect(surplus({ plain: 2 }, { sealed: [2, 'plain'] })).toEqual({})
})
