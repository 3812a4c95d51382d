import { expect, test } from 'vitest'
import { placesOf } from './places.ts'

test('nobody takes all places from others, and a place is given back once', () => {
  const places = placesOf({ max: 3, eachMax: 2 })
  const [first, second, third] = [places.take('a'), places.take('a'), places.take('a')]
  expect([first === null, second === null, third]).toEqual([false, false, null])
  expect(places.take('b')).not.toBeNull()
  expect(places.take('c')).toBeNull()
  first?.()
  first?.()
  expect(places.taken).toBe(2)
  expect(places.take('c')).not.toBeNull()
})
