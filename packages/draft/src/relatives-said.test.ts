import { parseCharter } from '@charter/charter'
import { expect, test } from 'vitest'
import { draftCharter } from './draft.ts'

/** Who sees the salary of employees, of those who see employees. */
const seers = (words: string) => {
  const { charter } = parseCharter({ 'charter.yaml': draftCharter(words).document })
  const entity = charter?.entities.find(({ name }) => name === 'Employee')
  return entity?.allow.filter(({ reveal }) => reveal.includes('salary')).map(({ role }) => role)
}

test.each([
  'Every employee has a name and a salary that only HR may see.',
  'Every employee has a name and a salary which only HR can see.',
  'An employee has a name, a salary that is visible to HR only, and a birthday.',
  'Each employee has a name and a salary (only HR may see it).',
  'Each employee has a salary (visible to HR only) and a name.',
  'Employees have a name and a salary that nobody but HR can see.',
])('%s', (words) => {
  expect(seers(`${words} Managers manage employees. Clerks see employees.`)).toEqual(['hr'])
})

test('who may not see it is kept from it', () => {
  const words = 'An employee has a name and a salary that clerks may not see. Managers manage employees.'
  expect(seers(`${words} Clerks see employees.`)).toEqual(['manager'])
})
