import { all, keep, look } from '../actions.ts'
import {
  address,
  birthDate,
  country,
  currency,
  dayMaybe,
  email,
  name,
  now,
  number,
  personName,
  phone,
  today,
} from '../field-options.ts'
import { defineTopic } from '../industry.ts'

const amount = { type: 'decimal', precision: 18, scale: 2 }
const iban = { type: 'text', pattern: '[A-Z]{2}\\d{2}[A-Z0-9]{11,30}', class: 'pii' }

/** Customers of a bank, their accounts, and what is booked on them. */
export const accounts = defineTopic({
  name: 'bank-accounts',
  cues: [
    'bank account',
    'account balance',
    'transaction',
    'current account',
    'savings account',
    'checking account',
    'account statement',
    'bank transaction',
    'bank customer',
  ],
  entities: [
    {
      name: 'Customer',
      aliases: ['Client', 'BankCustomer', 'AccountHolder'],
      description: 'A person or firm that the bank serves.',
      fields: {
        customerNumber: number,
        name: personName,
        birthDate: { ...birthDate, optional: true },
        taxId: { type: 'text', length: '1..40', class: 'pii', reveal: 'identity', mask: { last: 4 } },
        email: { ...email, unique: true },
        phone,
        address,
        country,
        state: { type: 'enum', values: ['prospective', 'active', 'dormant', 'closed'], default: 'prospective' },
      },
      references: {},
    },
    {
      name: 'Account',
      aliases: ['BankAccount', 'CurrentAccount', 'SavingsAccount', 'DepositAccount'],
      description: 'An account of one customer.',
      fields: {
        iban: { ...iban, unique: true },
        name,
        kind: { type: 'enum', values: ['current', 'savings', 'deposit'], default: 'current' },
        currency,
        balance: { ...amount, default: '0.00', readOnly: true },
        overdraftLimit: { ...amount, min: 0, default: '0.00' },
        state: { type: 'enum', values: ['open', 'frozen', 'closed'], default: 'open' },
        openedOn: today,
        closedOn: dayMaybe,
      },
      references: { customer: { one: 'Customer' } },
      checks: {
        closedAfterOpened: { rule: 'closedOn >= openedOn', message: 'An account is closed after it is opened.' },
      },
    },
    {
      name: 'Transaction',
      aliases: ['AccountTransaction', 'BankTransaction', 'Booking', 'Posting'],
      description: 'Money that came to an account or left it.',
      fields: {
        reference: number,
        kind: { type: 'enum', values: ['credit', 'debit'] },
        amount: { ...amount, min: '0.01' },
        currency,
        description: { type: 'text', length: '..300', optional: true },
        counterparty: { ...personName, optional: true },
        bookedAt: now,
        valueDate: today,
      },
      references: { account: { one: 'Account' } },
    },
    {
      name: 'Statement',
      aliases: ['AccountStatement', 'BankStatement'],
      description: 'What happened on an account from one day to another.',
      fields: {
        number,
        fromDate: { type: 'date' },
        toDate: { type: 'date' },
        openingBalance: amount,
        closingBalance: amount,
        issuedOn: today,
      },
      references: { account: { one: 'Account' } },
      checks: { toAfterFrom: { rule: 'toDate >= fromDate', message: 'A statement ends after it begins.' } },
    },
  ],
  roles: [
    {
      name: 'teller',
      allow: [
        { on: ['Customer', 'Account'], do: [...keep, 'closeAccount'] },
        { on: ['Transaction'], do: ['create', 'read', 'list', 'audit'] },
        { on: ['Statement'], do: look },
      ],
    },
    {
      name: 'back-office',
      allow: [
        { on: ['Customer', 'Account'], do: [...look, 'audit', 'freezeAccount'] },
        { on: ['Transaction'], do: look },
        { on: ['Statement'], do: all },
      ],
    },
    { name: 'customer', allow: [{ on: ['Customer', 'Account', 'Transaction', 'Statement'], do: look, own: true }] },
    { name: 'auditor', allow: [{ on: ['Customer', 'Account', 'Transaction', 'Statement'], do: ['audit'] }] },
  ],
  operations: [
    {
      name: 'freezeAccount',
      entity: 'Account',
      description: 'Stops everything that would change the balance.',
      input: { reason: { type: 'text', length: '1..500' } },
      errors: ['already-frozen', 'closed'],
    },
    {
      name: 'closeAccount',
      entity: 'Account',
      description: 'Ends an account that is empty.',
      input: {},
      errors: ['not-empty', 'already-closed'],
    },
  ],
})
