import { expect, test } from 'vitest'
import { checkDrafted } from '../testing/check-drafted.ts'

const orders = 'An order has a title and a total. Clerks manage orders.'

test.each([
  ['A nightly clean-up that nobody calls from outside.', 'cleanUp', 'nightly'],
  ['There is a daily clean-up of orders which no client can call.', 'cleanUpOrders', 'daily'],
  ['We need a nightly job that cannot be called from outside.', 'nightlyJob', 'nightly'],
  ['Only the system itself may recalculate totals.', 'recalculateTotals', null],
  ['Only the system may recalculate the totals every night.', 'recalculateTotals', 'every night'],
  ['Totals are recalculated by the system alone.', 'recalculateTotals', null],
])('%s', (sentence, operation, timing) => {
  const { document, asked } = checkDrafted(`${orders} ${sentence}`)
  expect(document).toMatch(new RegExp(`\\n {2}${operation}: \\{ description: [^}]*, internal: true \\}`))
  expect(asked).toContain(timing === null ? `when does ${operation} run?` : `what runs ${operation} ${timing}?`)
})

test('what is done with one row has its key', () => {
  expect(checkDrafted(`${orders} Only the system may expire an order.`).document).toContain(
    'expireOrder: { description: Expire order., internal: true, entity: Order, result: Order }',
  )
})

test.each([
  'Only the system may create orders.',
  'Only clerks may recalculate totals.',
  'The system recalculates totals.',
  'A nightly report that clerks read.',
])('nothing internal: %s', (sentence) => {
  expect(checkDrafted(`${orders} ${sentence}`).document).not.toContain('internal:')
})
