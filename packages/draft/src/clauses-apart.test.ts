import { expect, test } from 'vitest'
import { clausesApart } from './clauses-apart.ts'
import { checkDrafted } from './testing/check-drafted.ts'

test.each([
  ['Managers write menus, guests and waiters read them.', 'waiter'],
  ['Managers create menus, waiters only read menus.', 'waiter'],
  ['Managers create and update menus, waiters may read them.', 'waiter'],
])('who acts in a clause behind a comma alone acts, and is nothing that is done to: %s', (said, who) => {
  const { rightsOf, document } = checkDrafted(`A menu has a title. ${said}`)
  expect(rightsOf('Menu', who)).toEqual(['read list when any'])
  expect(rightsOf('Menu', 'manager')?.join()).toContain('create')
  expect(document).not.toMatch(/^ {2}(?:Guest|Waiter):/m)
})

test.each([
  'Managers see orders, waiters and guests.',
  'Managers add readers, authors, and books.',
  'A menu has guests, waiters the list of whom is kept.',
  'When managers leave, guests read it.',
])('a list stays one: %s', (said) => {
  expect(clausesApart(said)).toBe(said)
})
