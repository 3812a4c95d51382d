import { parseCharter } from '@charter/charter'
import { expect, test } from 'vitest'
import { draftCharter } from './draft.ts'

/** What each row refers to: `Loan.tool`. */
const references = (words: string) => {
  const { charter } = parseCharter({ 'charter.yaml': draftCharter(words).document })
  return charter?.entities.flatMap(({ name, relations }) =>
    relations.filter(({ kind }) => kind === 'one').map((each) => `${name}.${each.name}`),
  )
}

test.each([
  ['A loan is of one tool to one member', 'tool', 'member'],
  ['A loan is for one tool by one member', 'tool', 'member'],
  ['A loan of a tool to a member has a date', 'tool', 'member'],
  ['A loan is from one member to one tool', 'member', 'tool'],
  ['A loan is by one member of one tool', 'member', 'tool'],
  ['A loan is of one tool and made by one member', 'tool', 'member'],
])('%s: the two hang together through it alone', (words, one, other) => {
  const said = `${words}. A tool has a name. A member has an email. Clerks manage loans, tools and members.`
  expect(references(said)?.sort()).toEqual([`Loan.${one}`, `Loan.${other}`].sort())
})

test('what one of the two is of is no part of it', () => {
  const words = 'A visit is for one patient of one ward. A patient has a name. A ward has a name. Nurses manage wards.'
  expect(references(words)).toContain('Patient.ward')
})

test('what is only seen in another is not of one of these', () => {
  const words =
    'A pet has a name. A visit has a date and a reason. Vets see pets in visits. Vets manage visits and pets.'
  expect(references(words)).toEqual(['Visit.pet'])
})
