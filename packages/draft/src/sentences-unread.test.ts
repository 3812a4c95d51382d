import { parseCharter } from '@charter/charter'
import { describe, expect, test } from 'vitest'
import { draftCharter } from './draft.ts'

const described =
  'A member has a name. A tool has a name. A loan is of one tool to one member and has a start and an end. Clerks manage members, tools and loans.'

describe('what no rule is made of is asked about', () => {
  test.each([
    'A loan cannot overlap another.',
    'Two loans of one tool must not overlap.',
    'Members see their colleagues.',
    'A member has at most one open loan.',
    'A tool must be checked each year.',
    'A loan cannot be made twice a day.',
  ])('%s', (words) => {
    const asked = draftCharter(`${described} ${words}`).questions.map(({ sentence }) => sentence)
    expect(asked.join('\n')).toContain(words.replace('.', ''))
  })

  test('what was read is not', () => {
    const { questions } = draftCharter(`${described} Members may see tools. A loan is deleted with its member.`)
    expect(questions.filter(({ sentence }) => sentence.includes('Nothing was made of it'))).toEqual([])
  })
})

describe('what refers to two things is there once for each two', () => {
  test.each([
    'A member cannot borrow the same tool twice.',
    'A tool may not be lent to the same member more than once.',
    'A member can never be lent the same tool again.',
  ])('%s', (words) => {
    const { document } = draftCharter(`${described} ${words}`)
    const { charter } = parseCharter({ 'charter.yaml': document })
    const loan = charter?.entities.find(({ name }) => name === 'Loan')
    expect(loan?.unique.map(({ fields }) => [...fields].sort())).toEqual([['memberId', 'toolId']])
  })

  test('of two that refer to both, that of which the words say so', () => {
    const words = `Our hospital has wards. Every ward has a name and a number of beds. Nurses have a name, an email and a phone number. A nurse works on one ward.
A shift is on one ward and has a start, an end and the number of nurses needed.
An assignment is of one nurse to one shift, with an optional note. A nurse cannot be assigned to the same shift twice.
A swap request is made by a nurse for an assignment and has a reason and a status (open, accepted, rejected).
Planners manage wards, shifts and assignments. Nurses may create swap requests and see their own. Nobody may delete swap requests.
Nurses see the shifts of their own ward and their own assignments. Head nurses may accept or reject swap requests.`
    expect(draftCharter(words).document).toContain('unique: [[nurseId, shiftId]]')
  })

  test('but not where that holds for a time alone, which is asked about', () => {
    const { document } = draftCharter(`${described} A member cannot borrow the same tool twice within a week.`)
    expect(document).not.toContain('unique:')
  })
})

test.each([
  ['Staff mark loans as returned.', 'staff'],
  ['Clerks mark loans as returned.', 'clerk'],
  ['Staff marks loans as returned.', 'staff'],
])('%s', (words, role) => {
  const { charter } = parseCharter({ 'charter.yaml': draftCharter(`${described} ${words}`).document })
  const loan = charter?.entities.find(({ name }) => name === 'Loan')
  expect(loan?.allow.filter((line) => line.role === role).flatMap((line) => line.do)).toContain('markReturnedLoan')
})
