import { expect, test } from 'vitest'
import { principalKey } from './principal-key.ts'

test('principals of one id in two tenants, or in none, have names of their own', () => {
  const given = [
    { id: 'admin' },
    { id: 'admin', tenant: '' },
    { id: 'admin', tenant: 'a' },
    { id: 'admin', tenant: 'b' },
    { id: 'b admin', tenant: 'a' },
    { id: 'admin', tenant: 'a b' },
    { id: '","admin', tenant: 'a' },
    { id: 'admin', tenant: 'a","' },
  ]
  expect(new Set(given.map(principalKey)).size).toBe(given.length)
  expect(principalKey({ id: 'admin', tenant: 'a' })).toBe(principalKey({ id: 'admin', tenant: 'a' }))
})

test('a person has one name, by whatever account they signed in', () => {
  const accounts = ['ann@first', 'ann@second'].map((subject) => ({ id: 'e7', subject }))
  expect(new Set(accounts.map(principalKey)).size).toBe(1)
})
