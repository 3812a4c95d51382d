import { expect, test } from 'vitest'
import { checkDrafted } from '../testing/check-drafted.ts'

const contracts = 'A contract has a title. Clerks manage contracts. Managers publish contracts.'

test.each([
  ['A contract can be published once two lawyers have signed it.', 'signature', 2, 'lawyer'],
  ['A contract is only published after at least 3 lawyers have approved it.', 'approval', 3, 'lawyer'],
  ['A contract may only be published if two different reviewers have voted for it.', 'vote', 2, 'reviewer'],
  ['A contract needs two approvals by lawyers before it is published.', 'approval', 2, 'lawyer'],
  ['Two approvals are needed to publish a contract.', 'approval', 2, null],
  ['Each contract requires four votes to be published.', 'vote', 4, null],
])('%s', (sentence, ballot, count, role) => {
  const { rightsOf, document } = checkDrafted(`${contracts} ${sentence}`)
  const entity = ballot.charAt(0).toUpperCase() + ballot.slice(1)
  expect(rightsOf('Contract', 'manager')).toEqual([`publishContract when resource.${ballot}Count >= ${count}`])
  expect(document).toContain(`${ballot}sGiven: { of: ${ballot}s, count: ${ballot}Count }`)
  expect(document).toMatch(/unique: \[\[contractId, (?:voter|givenBy)\]\]/)
  if (role !== null) expect(rightsOf(entity, role)).toEqual(['create read list when any'])
})

test('a move of a state counts for whoever makes it, and says what it takes', () => {
  const { document } = checkDrafted(
    'A contract has a title and a status (draft → agreed → signed). Clerks manage contracts. A contract needs two approvals to be signed.',
  )
  expect(document).toContain('when: resource.approvalCount >= 2, message: It takes 2 approvals to sign it.')
})

test('rows that are there count, and who else makes some is asked', () => {
  const { document, asked } = checkDrafted(
    `${contracts} A vote has a text and belongs to one contract. Guests create votes. A contract can be published once two lawyers have voted for it.`,
  )
  expect(document.match(/ {2}Vote:/g)).toHaveLength(1)
  expect(asked).toContain('do those of guest count as well?')
})

test.each([
  'A contract can be published once most lawyers have signed it.',
  'A contract can be published once a lawyer has signed it.',
  'A contract can be archived once two lawyers have signed it.',
  'A contract can be published once two lawyers have signed it or a manager agrees.',
])('no count: %s', (sentence) => {
  expect(checkDrafted(`${contracts} ${sentence}`).document).not.toContain('Count')
})

test('votes that may be against count as nothing, as no rule says which are for it', () => {
  const words = `${contracts} A vote has a choice (for, against) and belongs to one contract. A contract can be published once two lawyers have voted for it.`
  expect(checkDrafted(words).document).not.toContain('Count')
})

test.each([
  'A contract can be published once two other reviewers have approved it.',
  'A contract needs two approvals by other reviewers before it is published.',
])('who made it is none of the others: %s', (sentence) => {
  const { rightsOf, document } = checkDrafted(`${contracts} ${sentence}`)
  expect(document).toContain('createdBy: { type: text, length: ..200, default: principal, readOnly: true }')
  expect([...(rightsOf('Approval', 'reviewer') ?? [])].sort()).toEqual([
    'create when principal.id != resource.contract.createdBy',
    'read list when any',
  ])
})

test.each([
  'A contract can be published once one reviewer has approved it.',
  'A contract needs one approval before it is published.',
  'A contract can be published once most lawyers have signed it.',
  'A contract may only be published if the board and a lawyer have approved it.',
  'A contract can be published once two reviewers other than its author have approved it.',
])("what waits for a yes that is not understood is nobody's to do, and asked: %s", (sentence) => {
  const { rightsOf, asked } = checkDrafted(`${contracts} ${sentence}`)
  expect(rightsOf('Contract', 'manager')).toEqual([])
  expect(asked).toContain('nobody was given the right to publish it')
})
