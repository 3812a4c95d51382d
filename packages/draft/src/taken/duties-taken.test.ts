import { expect, test } from 'vitest'
import { checkDrafted } from '../testing/check-drafted.ts'

const requests = 'A request has a title and an amount. Employees create and read requests. Managers approve requests.'

test.each([
  ['Nobody approves their own request.', 'createdBy'],
  ['No one may approve his or her own requests.', 'createdBy'],
  ['Managers cannot approve their own requests.', 'createdBy'],
  ['Nobody may approve a request that they submitted.', 'submittedBy'],
  ['Managers may not approve requests they have made themselves.', 'createdBy'],
  ['A request is approved by someone other than who entered it.', 'enteredBy'],
  ['A request must be approved by somebody other than the person who made it.', 'createdBy'],
  ['Each request has to be approved by someone who is not its requester.', 'requestedBy'],
  ['A request cannot be approved by whoever entered it.', 'enteredBy'],
  ['Requests are approved by someone other than the requester.', 'requestedBy'],
  ['The requester cannot approve it.', 'requestedBy'],
  ['The requester must not approve the request.', 'requestedBy'],
  ['Whoever enters a request may not approve it.', 'enteredBy'],
])('%s', (sentence, creator) => {
  const { rightsOf, document } = checkDrafted(`${requests} ${sentence}`)
  expect(rightsOf('Request', 'manager')).toEqual([`approveRequest when principal.id != resource.${creator}`])
  expect(document).toContain(`${creator}: { type: text, length: ..200, default: principal, readOnly: true }`)
  expect(rightsOf('Request', 'employee')).toEqual(['create read list when any'])
})

test('a move of a state has it for whoever makes the move', () => {
  const { document } = checkDrafted(
    'A claim has a title and a status (new → submitted → approved → paid). Managers manage claims. Nobody approves their own claim.',
  )
  expect(document).toMatch(
    /approveClaim: \{ from: submitted, to: approved, when: principal\.id != resource\.createdBy, message: /,
  )
})

test('a move under two limits says both where it is refused', () => {
  const { document } = checkDrafted(
    'A claim has a title and a status (new → submitted → approved → paid). Managers manage claims. Nobody approves their own claim. A claim needs two approvals to be approved.',
  )
  expect(document).toMatch(/approveClaim: \{ .*when: .*approvalCount >= 2/)
  expect(document).toMatch(/approveClaim: \{ .*principal\.id != resource\.createdBy/)
  expect(document).toContain('It takes 2 approvals to approve it. Whoever made it does not approve it.')
})

test('a usual right stands under it, and what is allowed beside it does not', () => {
  const { rightsOf } = checkDrafted(
    'An invoice has a number. Clerks enter and change invoices. Managers see and change invoices. Managers may not change an invoice that they entered.',
  )
  expect(rightsOf('Invoice', 'manager')).toEqual([
    'read list when any',
    'update when principal.id != resource.enteredBy',
  ])
  expect(rightsOf('Invoice', 'clerk')).toEqual(['create update when any'])
})

test('what nobody may do yet is asked about', () => {
  const { document, asked } = checkDrafted(
    'A request has a title. Employees create requests. Nobody pays their own request.',
  )
  expect(document).not.toContain('principal.id !=')
  expect(asked).toContain('"Nobody pays their own request": who may pay a request?')
})

test.each([
  'Nobody sees their own request.',
  'Employees may not create their own requests.',
  'Nobody has their own request.',
])('no duty: %s', (sentence) =>
  expect(checkDrafted(`${requests} ${sentence}`).document).not.toContain('principal.id !='),
)

const payments = 'A payment has a title. Clerks create and read payments.'

test.each([
  'Managers approve payments, but nobody approves their own payment.',
  'Managers approve payments, nobody approves their own payment.',
  'Managers approve payments, but nobody may approve their own payment.',
  'Managers approve payments; nobody approves their own payment.',
  'Managers approve payments, yet no manager may approve his or her own payment.',
  'Managers approve payments except their own.',
  'Managers approve payments but not their own.',
  'Managers approve payments (never their own payments).',
  'Managers may approve all payments other than their own.',
  'Managers approve payments but cannot approve their own.',
  'Managers approve payments that are not their own.',
  'Managers approve payments which they did not create themselves.',
  'Managers approve payments. Nobody approves a payment of their own.',
])('kept apart: %s', (sentence) => {
  const { rightsOf } = checkDrafted(`${payments} ${sentence}`)
  expect(rightsOf('Payment', 'manager')).toEqual(['approvePayment when principal.id != resource.createdBy'])
})

test('what else the sentence allows stays as it is', () => {
  const { rightsOf } = checkDrafted(
    `${payments} Managers see payments and approve them, but nobody approves their own payment.`,
  )
  expect(rightsOf('Payment', 'manager')).toEqual([
    'read list when any',
    'approvePayment when principal.id != resource.createdBy',
  ])
})

test.each([
  'Managers approve payments. Nobody approves their own payment unless they are an owner.',
  'Managers approve payments. Nobody may ever approve anything that is their own payment.',
  'Managers approve any payment but their own.',
  'Managers approve payments. Their own payments are never approved by managers.',
  'Managers approve payments and claims, but nobody approves their own.',
  'Managers approve payments without approving their own.',
])('denied in words that are not understood, it is left out and asked: %s', (sentence) => {
  const { rightsOf, asked } = checkDrafted(`${payments} ${sentence}`)
  expect(rightsOf('Payment', 'manager')?.filter((line) => line.includes('approvePayment'))).toEqual([])
  expect(asked).toMatch(/No rule was made of it/)
})

test('seeing their own is no duty: what is denied of it is left out and asked', () => {
  const { rightsOf, asked } = checkDrafted(`${payments} Nobody sees their own payments.`)
  expect(rightsOf('Payment', 'clerk')).toEqual(['create when any'])
  expect(asked).toContain('"Nobody sees their own payments')
})

test('their own of one thing and not of another is asked about', () => {
  const { rightsOf, asked } = checkDrafted(
    'An order has a title. An invoice has a number. Customers manage their own orders but not their own invoices.',
  )
  expect(rightsOf('Invoice', 'customer')).toEqual([])
  expect(asked).toContain('does "not their own invoices" limit')
})

test('nothing but their own is only their own', () => {
  const { rightsOf } = checkDrafted('Employees create reports and see no reports but their own.')
  expect(rightsOf('Report', 'employee')?.join()).toMatch(/read list.* when .*== principal/)
})

test.each([
  'Whoever entered a bill cannot be the one who approves it.',
  'The person who raised a bill may never be the same person who approves it.',
  'The cashier that approves a bill must not be the person who entered it.',
])('a duty that says who is not who: %s', (said) => {
  const { rightsOf } = checkDrafted(`A bill has an amount. Cashiers create and approve bills. ${said}`)
  expect(rightsOf('Bill', 'cashier')?.join('\n')).toMatch(
    /approveBill when principal\.id != resource\.(?:entered|raised)By/,
  )
})

test('who did something with it that no field keeps is asked, and nobody gets the other deed', () => {
  const { rightsOf, asked } = checkDrafted(
    'A bill has an amount. Cashiers create and approve bills. The person who weighed a bill may not be the person who approves it.',
  )
  expect(rightsOf('Bill', 'cashier')?.join()).not.toContain('approveBill')
  expect(asked).toContain('who weighed it')
})
