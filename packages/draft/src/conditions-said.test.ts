import { expect, test } from 'vitest'
import { checkDrafted } from './testing/check-drafted.ts'

const orchard = 'A barrel has a number and a volume. Brewers create, read and approve barrels. Tasters read barrels.'

test.each([
  'A barrel can be read by the brewer who made it and by those he has lent it to.',
  'A barrel may be opened by the taster who ordered it and by everybody she has invited.',
  'Barrels may be seen only by people who have paid for them.',
  'A barrel may be viewed by whoever filled it and by anyone they name.',
  'A barrel can be consulted by the brewer whose mark it bears.',
])('who is narrowed by words of which no rule was made gets nothing by his role: %s', (said) => {
  const { rightsOf, asked } = checkDrafted(`${orchard} ${said}`)
  expect(rightsOf('Barrel', 'brewer')?.join()).not.toMatch(/read|list/)
  expect(rightsOf('Barrel', 'taster')?.join() ?? '').not.toMatch(/read|list/)
  expect(asked).toContain('what is the rule?')
})

test.each([
  'A barrel can be approved only after three tasters or more have called it ripe. ',
  'A barrel can be approved by a brewer when no fewer than two tasters have praised it. ',
  'Once it has been tried by four tasters, a barrel may be approved. ',
  ' A barrel may be approved as soon as most tasters have liked it.',
])('what waits for a number of people is nobody’s until it is said how they are known: %s', (said) => {
  const { rightsOf, asked } = checkDrafted(`${orchard} ${said}`)
  expect(rightsOf('Barrel', 'brewer')?.join()).not.toContain('approveBarrel')
  expect(asked).toContain('what is the rule?')
})

test.each([
  'A barrel may be approved by a brewer when no fewer than three tasters have seconded it. ',
  'A barrel can be approved once it has been endorsed by three tasters other than its maker. ',
])('a number of people who say so in words that are read is a condition: %s', (said) => {
  const { rightsOf } = checkDrafted(`${orchard} ${said}`)
  expect(rightsOf('Barrel', 'brewer')?.join('\n')).toMatch(/approveBarrel when .*endorsementCount >= 3/)
})

test('a number of days is no number of people', () => {
  const { rightsOf } = checkDrafted(`${orchard}  A barrel is cleaned once two days have passed.`)
  expect(rightsOf('Barrel', 'brewer')?.join()).toContain('approveBarrel')
})
