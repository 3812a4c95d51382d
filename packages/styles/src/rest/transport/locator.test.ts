import { expect, test } from 'vitest'
import { locator } from './locator.ts'

test('a row that was asked for without its key is at no address', () => {
  const where = locator('/api/flights/:carrier/:number')
  expect(where({ carrier: 'L X', number: 3 })).toBe('/api/flights/L%20X/3')
  expect(where({ carrier: 'LX' })).toBeNull()
})
