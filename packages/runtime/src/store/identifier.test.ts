import { expect, test } from 'vitest'
import { uuidv7 } from './identifier.ts'

test('keys of one millisecond sort in the order in which they were made, and none is made twice', () => {
  const made = Array.from({ length: 2000 }, () => uuidv7(1_700_000_000_000))
  expect([...made].sort()).toEqual(made)
  expect(new Set(made).size).toBe(made.length)
  expect(made.every((key) => /^018bcfe5-6800-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(key))).toBe(true)
})

test('a key of a later millisecond sorts later, and one of an earlier clock is made all the same', () => {
  const [first, later, earlier] = [uuidv7(1_700_000_000_000), uuidv7(1_700_000_000_001), uuidv7(1_600_000_000_000)]
  expect([first, later, earlier].sort()).toEqual([earlier, first, later])
})
