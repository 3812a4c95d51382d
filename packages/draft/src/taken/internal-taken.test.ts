import { expect, test } from 'vitest'
import { draftCharter } from '../draft.ts'
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

const moved = 'An order has a title. An order is placed, then paid, then closed. Clerks change orders.'

test.each([
  'Only the system may close orders.',
  'Only the system may close an order.',
  'Nobody but the system may close an order.',
  'Orders are closed by the system only.',
  'An order can only be closed by the system.',
])('a move that nobody asks for: %s', (sentence) => {
  const { document, rightsOf, asked } = checkDrafted(`${moved} ${sentence}`)
  expect(document).toContain('closeOrder: { from: paid, to: closed, internal: true }')
  expect(document).not.toContain('closeOrders')
  expect(rightsOf('Order', 'clerk')).toEqual(['update payOrder when any'])
  expect(asked).toContain('when does closeOrder run?')
})

test.each(['Only the system may approve orders.', 'The system alone may approve an order.'])(
  'an operation that somebody had: %s',
  (sentence) => {
    const { document, rightsOf } = checkDrafted(`${orders} Managers approve orders. ${sentence}`)
    expect(document).toContain(
      'approveOrder: { description: Approve an order., internal: true, entity: Order, result: Order }',
    )
    expect(document).not.toContain('approveOrders')
    expect(rightsOf('Order', 'manager')).toEqual([])
  },
)

test.each([
  ['Only the system may delete orders.', 'create read update list when any'],
  ['Orders are updated by the system only.', 'create read delete list when any'],
  ['Only the system may change the title.', 'create read delete list when any'],
])("a usual right is nobody's then, and asked about: %s", (sentence, rights) => {
  const { rightsOf, asked } = checkDrafted(`${orders} ${sentence}`)
  expect(rightsOf('Order', 'clerk')).toEqual([rights])
  expect(asked).toContain('when does the service')
})

test('of some rows alone it is asked, and nobody does it', () => {
  const { rightsOf, asked } = checkDrafted(`${moved} Only the system may close overdue orders.`)
  expect(rightsOf('Order', 'clerk')).toEqual(['update payOrder when any'])
  expect(asked).toContain('when does the service close overdue orders by itself?')
})

const kennel =
  'A dog has a name. A stay is of one dog and has a price. Keepers manage dogs and stays. Keepers close stays.'

test.each([
  'A stay is closed by the system alone.',
  'Only the backend closes a stay, after the last payment.',
  'Nobody but the service may close a stay.',
  'Stays are visible to keepers, and only the server closes them.',
  'Things that only the software does: closing a stay.',
])('what the system does by itself is nobody else’s: %s', (sentence) => {
  const { document } = draftCharter(`${kennel} ${sentence}`)
  expect(document).toMatch(/closeStay: \{[^}]*internal: true/)
  expect(document).not.toMatch(/do: \[[^\]]*closeStay/)
})

test('a move that only the system makes is internal', () => {
  const { document } = draftCharter(
    `${kennel} A stay is booked, then paid, then lapsed or closed. Only the system may mark a stay as lapsed, after three days.`,
  )
  expect(document).toMatch(/to: lapsed, internal: true/)
  expect(document).not.toMatch(/roles: \[[^\]]*system/)
})
