import { expect, test } from 'vitest'
import { analyse } from '../analyse/analyse.ts'

const rightsOf = (words: string) =>
  analyse(words).access.map(({ role, do: actions, on }) => `${role} ${actions.join('+')} ${on}`)

const all = 'create+read+update+delete+list'

test.each([
  ['Surveyors manage lots and see all plans.', `surveyor ${all} Lot`, 'surveyor read+list Plan'],
  ['The warden manages plans and permits.', `warden ${all} Plan`, `warden ${all} Permit`],
  ['The surveyor manages lots and visits.', `surveyor ${all} Lot`, `surveyor ${all} Visit`],
  ['Surveyors manage permits and read plans.', `surveyor ${all} Permit`, 'surveyor read+list Plan'],
])('a noun that may be a verb, or say how many, is what the verb before it is about: %s', (said, ...rights) => {
  const things = ['lot', 'plan', 'permit', 'visit'].map((thing) => `A ${thing} has a number and a text.`).join(' ')
  expect(rightsOf(`${things} ${said}`).sort()).toEqual([...rights].sort())
})
