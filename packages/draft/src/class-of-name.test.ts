import { expect, test } from 'vitest'
import { classOfName } from './class-of-name.ts'

test.each([
  ['email', 'pii'],
  ['birthDate', 'pii'],
  ['ssn', 'pii'],
  ['cardNumber', 'pan'],
  ['passwordHash', 'secret'],
  ['diagnosis', 'phi'],
  ['price', null],
  ['createdAt', null],
])('the name %s says %s, as words of the same name do', (name, found) => {
  expect(classOfName(name, 'Customer')).toBe(found)
})
