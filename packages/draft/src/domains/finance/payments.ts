import { all, keep, look } from '../actions.ts'
import { country, currency, dayMaybe, money, no, now, number, personName, today } from '../field-options.ts'
import { defineTopic } from '../industry.ts'

const iban = {
  type: 'text',
  pattern: '[A-Z]{2}\\d{2}[A-Z0-9]{11,30}',
  class: 'pii',
  reveal: 'payment',
  mask: { last: 4 },
}

/** Money from one account to another. */
export const payments = defineTopic({
  name: 'payments',
  cues: [
    'payment',
    'payment processing',
    'payment order',
    'money transfer',
    'wire transfer',
    'bank transfer',
    'payout',
    'direct debit',
    'standing order',
    'beneficiary',
    'payee',
    'remittance',
  ],
  entities: [
    {
      name: 'Beneficiary',
      aliases: ['Payee', 'Recipient'],
      description: 'Whom a customer pays.',
      fields: {
        name: personName,
        iban,
        bankCode: { type: 'text', pattern: '[A-Z]{6}[A-Z0-9]{2}(?:[A-Z0-9]{3})?', optional: true },
        country,
        isVerified: no,
      },
      references: { customer: { one: 'Customer' } },
    },
    {
      name: 'Payment',
      aliases: ['Transfer', 'PaymentOrder', 'WireTransfer', 'MoneyTransfer', 'Payout'],
      description: 'An order to pay an amount.',
      fields: {
        reference: number,
        amount: { ...money, min: '0.01' },
        currency,
        purpose: { type: 'text', length: '..140', optional: true },
        state: {
          type: 'enum',
          values: ['pending', 'authorised', 'settled', 'rejected', 'cancelled'],
          default: 'pending',
        },
        isInstant: no,
        requestedAt: now,
        settledAt: { type: 'instant', optional: true },
      },
      references: { account: { one: 'Account' }, beneficiary: { one: 'Beneficiary' } },
      checks: {
        settledAfterRequested: {
          rule: 'settledAt >= requestedAt',
          message: 'A payment settles after it is asked for.',
        },
      },
    },
    {
      name: 'StandingOrder',
      aliases: ['RecurringPayment', 'ScheduledPayment'],
      description: 'A payment that comes again and again.',
      fields: {
        amount: { ...money, min: '0.01' },
        currency,
        interval: { type: 'enum', values: ['weekly', 'monthly', 'quarterly', 'yearly'], default: 'monthly' },
        startsOn: today,
        endsOn: dayMaybe,
        state: { type: 'enum', values: ['active', 'paused', 'ended'], default: 'active' },
      },
      references: { account: { one: 'Account' }, beneficiary: { one: 'Beneficiary' } },
      checks: { endsAfterStart: { rule: 'endsOn >= startsOn', message: 'A standing order ends after it starts.' } },
    },
    {
      name: 'Mandate',
      aliases: ['DirectDebit', 'DirectDebitMandate', 'DebitMandate'],
      description: 'Leave that a customer gives somebody to collect money.',
      fields: {
        reference: number,
        creditor: { type: 'text', length: '1..120' },
        signedOn: today,
        limit: { ...money, optional: true },
        state: { type: 'enum', values: ['active', 'suspended', 'revoked'], default: 'active' },
      },
      references: { account: { one: 'Account' } },
    },
  ],
  roles: [
    {
      name: 'payment-officer',
      allow: [
        { on: ['Customer', 'Account'], do: keep },
        { on: ['Beneficiary', 'StandingOrder', 'Mandate'], do: all },
        { on: ['Payment'], do: [...keep, 'authorisePayment', 'rejectPayment'] },
      ],
    },
    {
      name: 'customer',
      allow: [
        { on: ['Customer', 'Account'], do: look, own: true },
        { on: ['Beneficiary', 'StandingOrder'], do: ['create', 'read', 'update', 'delete', 'list'], own: true },
        { on: ['Payment'], do: ['create', 'read', 'list', 'cancelPayment'], own: true },
        { on: ['Mandate'], do: look, own: true },
      ],
    },
    { name: 'auditor', allow: [{ on: ['Payment', 'StandingOrder', 'Mandate'], do: [...look, 'audit'] }] },
  ],
  operations: [
    {
      name: 'authorisePayment',
      entity: 'Payment',
      description: 'Lets a payment go.',
      input: {},
      errors: ['insufficient-funds', 'already-settled'],
    },
    {
      name: 'rejectPayment',
      entity: 'Payment',
      description: 'Refuses a payment.',
      input: { reason: { type: 'text', length: '1..500' } },
      errors: ['already-settled'],
    },
    {
      name: 'cancelPayment',
      entity: 'Payment',
      description: 'Takes back a payment that has not gone yet.',
      input: {},
      errors: ['already-settled'],
    },
  ],
})
