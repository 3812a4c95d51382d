import { expect, test } from 'vitest'
import { checkDrafted } from '../testing/check-drafted.ts'

const orders = 'An order has a title and a status. A booking has a title. Clerks manage orders and bookings.'

test.each([
  ['When an order is placed, the warehouse is told.', 'committed'],
  ['Once an order has been shipped, an e-mail is sent to the customer.', 'committed'],
  ['The warehouse is notified whenever an order is placed.', 'committed'],
  ['As soon as a new order is created, we send a message to the warehouse.', 'committed'],
  ['Every time an order is cancelled, the supplier gets an e-mail.', 'committed'],
  ['When an order is placed, stock is reduced.', 'after'],
  ['The stock of its items is lowered when an order is placed.', 'after'],
  ['Before an order is saved, check the calendar with Outlook.', 'before'],
  ['Before an order is placed, the credit of the customer must be verified.', 'before'],
  ['We check the calendar before an order is saved.', 'before'],
])('%s', (sentence, moment) => {
  const { document, asked } = checkDrafted(`${orders} ${sentence}`)
  // Declared without its code it would keep anybody from writing orders.
  expect(document).not.toMatch(/^ {4}hooks:/m)
  expect(asked).toContain(
    `is that to be code of your own? It is declared with \`hooks: [${moment}]\` of Order, and until the code is there orders cannot be written.`,
  )
})

test.each([
  'When an order is paid, its status is updated to paid.',
  'When an order is placed, clerks may see it.',
  'When an order is late, the supplier is told.',
  'When a parcel is sent, the warehouse is told.',
  'Before an order is saved, a manager approves it.',
  'Clerks see when an order is placed.',
])('no hook: %s', (sentence) => expect(checkDrafted(`${orders} ${sentence}`).asked).not.toContain('hooks:'))
