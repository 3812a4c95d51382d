import { expect, test } from 'vitest'
import { ownMember } from './json.ts'

test('what every object inherits is none of its own', () => {
  expect(['constructor', 'toString', '__proto__', 'a'].map((name) => ownMember({ a: 1 }, name))).toEqual([
    undefined,
    undefined,
    undefined,
    1,
  ])
  expect(ownMember({ constructor: 'own' }, 'constructor')).toBe('own')
})
