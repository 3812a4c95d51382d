import { all, look } from '../actions.ts'
import { currency, day, money, number, percent, quantity, title, today } from '../field-options.ts'
import { defineTopic } from '../industry.ts'

/** What is to be paid, and what was. */
export const invoicing = defineTopic({
  name: 'invoices',
  cues: [
    'invoice',
    'invoicing',
    'billing',
    'accounts receivable',
    'invoice management',
    'customer billing',
    'quotation',
  ],
  entities: [
    {
      name: 'Invoice',
      aliases: ['Bill', 'SalesInvoice'],
      description: 'What is to be paid for an order.',
      fields: {
        number,
        issuedOn: today,
        dueOn: day,
        currency,
        amount: money,
        state: { type: 'enum', values: ['open', 'paid', 'overdue'], default: 'open' },
      },
      references: { customer: { one: 'Customer' }, order: { one: 'Order', optional: true } },
      checks: { dueAfterIssued: { rule: 'dueOn >= issuedOn', message: 'An invoice is due after it is issued.' } },
    },
    {
      name: 'InvoiceLine',
      aliases: ['InvoiceItem', 'BillLine'],
      description: 'One thing on an invoice.',
      fields: { description: title, quantity, unitPrice: money, taxPercent: { ...percent, default: '0.00' } },
      references: { invoice: { one: 'Invoice' } },
    },
    {
      name: 'InvoicePayment',
      aliases: ['Payment', 'CustomerPayment'],
      description: 'What was paid on an invoice.',
      fields: {
        reference: number,
        amount: { ...money, min: '0.01' },
        paidOn: today,
        method: { type: 'enum', values: ['card', 'bankTransfer', 'cash', 'wallet'], default: 'card' },
      },
      references: { invoice: { one: 'Invoice' } },
    },
  ],
  roles: [
    {
      name: 'clerk',
      allow: [
        { on: ['Customer', 'InvoiceLine', 'InvoicePayment'], do: all },
        { on: ['Invoice'], do: [...all, 'cancelInvoice'] },
      ],
    },
    {
      name: 'accountant',
      allow: [{ on: ['Customer', 'Invoice', 'InvoiceLine', 'InvoicePayment'], do: [...look, 'audit'] }],
    },
    {
      name: 'customer',
      allow: [
        { on: ['Customer'], do: ['read', 'update'], own: true },
        { on: ['Invoice', 'InvoiceLine', 'InvoicePayment'], do: look, own: true },
      ],
    },
  ],
  operations: [
    {
      name: 'cancelInvoice',
      entity: 'Invoice',
      description: 'Takes an invoice back.',
      input: { reason: { type: 'text', length: '1..500' } },
      errors: ['already-paid'],
    },
  ],
})
