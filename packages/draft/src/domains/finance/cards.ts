import { all, keep, look } from '../actions.ts'
import { country, currency, money, name, no, note, now, number, personName, today, yes } from '../field-options.ts'
import { defineTopic } from '../industry.ts'

/** Cards, what is paid with them, and what is disputed. */
export const cards = defineTopic({
  name: 'cards',
  cues: [
    'card',
    'credit card',
    'debit card',
    'payment card',
    'card issuing',
    'card payment',
    'card transaction',
    'chargeback',
    'dispute',
    'merchant',
    'acquiring',
  ],
  entities: [
    {
      name: 'Card',
      aliases: ['CreditCard', 'DebitCard', 'PaymentCard'],
      description: 'A card on one account.',
      fields: {
        cardNumber: {
          type: 'text',
          pattern: '\\d{12,19}',
          class: 'pan',
          unique: true,
          reveal: 'card',
          mask: { last: 4 },
        },
        holderName: personName,
        kind: { type: 'enum', values: ['debit', 'credit', 'prepaid', 'virtual'], default: 'debit' },
        expiresOn: { type: 'date' },
        monthlyLimit: { ...money, default: '1000.00' },
        state: { type: 'enum', values: ['ordered', 'active', 'blocked', 'expired'], default: 'ordered' },
        isContactless: yes,
        issuedOn: today,
      },
      references: { account: { one: 'Account' } },
      checks: { expiresAfterIssue: { rule: 'expiresOn > issuedOn', message: 'A card expires after it is issued.' } },
    },
    {
      name: 'Merchant',
      aliases: ['Acceptor'],
      description: 'Where cards are accepted.',
      fields: {
        merchantNumber: number,
        name,
        categoryCode: { type: 'text', pattern: '\\d{4}' },
        country,
        isActive: yes,
      },
      references: {},
    },
    {
      name: 'CardTransaction',
      aliases: ['CardPayment', 'Purchase', 'Authorisation', 'Authorization'],
      description: 'A payment with a card.',
      fields: {
        reference: number,
        amount: { ...money, min: '0.01' },
        currency,
        state: { type: 'enum', values: ['authorised', 'captured', 'declined', 'reversed'], default: 'authorised' },
        isOnline: no,
        authorisedAt: now,
      },
      references: { card: { one: 'Card' }, merchant: { one: 'Merchant' } },
    },
    {
      name: 'Dispute',
      aliases: ['Chargeback'],
      description: 'A payment that the cardholder does not accept.',
      fields: {
        reason: { type: 'enum', values: ['fraud', 'notReceived', 'notAsDescribed', 'duplicate', 'other'] },
        description: note,
        amount: money,
        state: { type: 'enum', values: ['open', 'inReview', 'won', 'lost', 'withdrawn'], default: 'open' },
        openedOn: today,
      },
      references: { cardTransaction: { one: 'CardTransaction' } },
    },
  ],
  roles: [
    {
      name: 'card-officer',
      allow: [
        { on: ['Customer', 'Account'], do: keep },
        { on: ['Card', 'CardTransaction', 'Dispute'], do: [...keep, 'blockCard'] },
        { on: ['Merchant'], do: all },
      ],
    },
    {
      name: 'customer',
      allow: [
        { on: ['Customer', 'Account', 'Card', 'CardTransaction'], do: look, own: true },
        { on: ['Card'], do: ['blockCard'], own: true },
        { on: ['Dispute'], do: ['create', 'read', 'list'], own: true },
        { on: ['Merchant'], do: look },
      ],
    },
    { name: 'auditor', allow: [{ on: ['Card', 'CardTransaction', 'Dispute'], do: ['audit'] }] },
  ],
  operations: [
    {
      name: 'blockCard',
      entity: 'Card',
      description: 'Stops payments with a card.',
      input: { reason: { type: 'enum', values: ['lost', 'stolen', 'fraud', 'other'] } },
      errors: ['already-blocked'],
    },
  ],
})
