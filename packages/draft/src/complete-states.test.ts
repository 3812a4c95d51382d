import { parseCharter } from '@charter/charter'
import { expect, test } from 'vitest'
import { draftCharter } from './draft.ts'

const drafted = (words: string) => {
  const { document, questions } = draftCharter(words)
  const { charter } = parseCharter({ 'charter.yaml': document })
  if (!charter) throw new Error(document)
  const moves = charter.entities.flatMap(({ name, fields }) =>
    fields.flatMap((field) =>
      (field.states?.moves ?? []).map(
        ({ operation, from, to }) => `${name}.${field.name} ${operation}: ${from.join(' or ')} → ${to}`,
      ),
    ),
  )
  return { charter, moves, questions: questions.map(({ sentence }) => sentence) }
}

test.each([
  'An order is placed, then paid, then shipped.',
  'Orders are placed, then paid and then shipped. Staff handle orders.',
  'Our shop. Each order is first placed, then is paid, then is shipped!',
])('what is said to come one after the other is states, and each step a move: %s', (words) => {
  const { charter, moves } = drafted(words)
  expect(moves).toEqual(['Order.status payOrder: placed → paid', 'Order.status shipOrder: paid → shipped'])
  expect(
    charter.entities.find(({ name }) => name === 'Order')?.fields.find(({ name }) => name === 'status')?.states
      ?.initial,
  ).toBe('placed')
})

test('ways on that there are several of each have their move', () => {
  expect(drafted('An order is placed, then paid, then shipped or cancelled.').moves).toEqual([
    'Order.status payOrder: placed → paid',
    'Order.status shipOrder: paid → shipped',
    'Order.status cancelOrder: paid → cancelled',
  ])
})

test('values with arrows between them are states too; what no verb is behind is marked', () => {
  expect(drafted('A case goes received → in production → shipped. A case has a number.').moves).toEqual([
    'Case.status markCaseInProduction: received → in production',
    'Case.status shipCase: in production → shipped',
  ])
})

test('whoever may change the row may make its moves, and an operation that is said of a role is the move', () => {
  const { charter } = drafted('A ticket is opened, then assigned, then resolved. Agents resolve tickets.')
  const allow = charter.entities.find(({ name }) => name === 'Ticket')?.allow ?? []
  expect(allow.map(({ role, do: actions }) => [role, actions.filter((action) => action.endsWith('Ticket'))])).toEqual([
    ['agent', ['resolveTicket']],
    ['admin', ['assignTicket', 'resolveTicket']],
  ])
  expect(charter.operations.map(({ name, isMove }) => [name, isMove])).toEqual([
    ['assignTicket', true],
    ['resolveTicket', true],
  ])
})

test('moves that the words give nobody are asked about', () => {
  const { questions } = drafted('Customers place orders. An order is placed, then paid, then shipped.')
  expect(questions).toContain(
    'Who takes an order from state to state (payOrder, shipOrder)? The words do not say; until then nobody may.',
  )
})

test.each([
  'An order has a status: placed, paid or shipped.',
  'An order is placed by a customer, then it is paid.',
  'If the order is late, then the customer is told.',
  'An order is then shipped.',
])('words without an order of states have none: %s', (words) => {
  expect(drafted(words).moves).toEqual([])
})

test('two fields whose states would have moves of one name: the first has them, and the draft is whole', () => {
  const { charter, moves } = drafted(
    'A case has a status (received → in production → shipped) and a progress (received → in production → shipped).',
  )
  expect(new Set(moves.map((each) => each.split(' ')[1])).size).toBe(moves.length)
  const declared = charter.operations.map(({ name }) => name)
  expect(
    charter.entities
      .flatMap(({ allow }) => allow.flatMap((line) => line.do))
      .filter((each) => /[A-Z]/.test(each))
      .every((each) => declared.includes(each)),
  ).toBe(true)
})
