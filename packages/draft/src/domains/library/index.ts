import { defineDomain } from '../domain.ts'

const all = ['create', 'read', 'update', 'delete', 'list', 'audit']

/** A lending library: who borrows what, and until when. */
export const library = defineDomain({
  name: 'library',
  cues: /\b(?:library|libraries|loans?|borrow(?:s|ers?|ing)?|lend(?:s|ing)?|books?)\b/i,
  entities: [
    {
      name: 'Member',
      aliases: ['Borrower', 'Reader', 'Patron'],
      description: 'A person who may borrow.',
      fields: {
        name: { type: 'text', length: '1..120', class: 'pii' },
        email: { type: 'text', length: '..254', format: 'email', class: 'pii', unique: true },
        joinedOn: { type: 'date', default: 'today' },
        state: { type: 'enum', values: ['active', 'suspended'], default: 'active' },
      },
      references: {},
    },
    {
      name: 'Book',
      aliases: ['Title', 'Item'],
      description: 'A title that can be borrowed.',
      fields: {
        title: { type: 'text', length: '1..200' },
        author: { type: 'text', length: '1..120' },
        isbn: { type: 'text', pattern: '\\d{9}[\\dX]|97[89]\\d{10}', unique: true, optional: true },
        publishedYear: { type: 'int32', min: 0, max: 9999, optional: true },
        copies: { type: 'int32', min: 0, default: 1 },
      },
      references: {},
    },
    {
      name: 'Loan',
      aliases: ['Borrowing', 'Checkout'],
      description: 'One book, lent to one member.',
      fields: {
        borrowedOn: { type: 'date', default: 'today' },
        dueOn: { type: 'date' },
        returnedOn: { type: 'date', optional: true },
      },
      references: { book: { one: 'Book' }, member: { one: 'Member' } },
      checks: { dueAfterBorrowed: { rule: 'dueOn >= borrowedOn', message: 'A loan cannot be due before it begins.' } },
    },
    {
      name: 'Reservation',
      aliases: ['Hold'],
      description: 'A member waiting for a book.',
      fields: {
        reservedAt: { type: 'instant', default: 'now' },
        state: { type: 'enum', values: ['waiting', 'ready', 'collected', 'cancelled'], default: 'waiting' },
      },
      references: { book: { one: 'Book' }, member: { one: 'Member' } },
    },
    {
      name: 'Author',
      aliases: ['Writer'],
      description: 'Who wrote a book.',
      fields: {
        name: { type: 'text', length: '1..120' },
        biography: { type: 'text', length: '..4000', optional: true },
      },
      references: {},
    },
  ],
  roles: [
    {
      name: 'librarian',
      allow: {
        Member: { do: all },
        Book: { do: all },
        Loan: { do: all },
        Reservation: { do: all },
        Author: { do: all },
      },
    },
    {
      name: 'member',
      allow: {
        Book: { do: ['read', 'list'] },
        Author: { do: ['read', 'list'] },
        Member: { do: ['read'], own: true },
        Loan: { do: ['read', 'list'], own: true },
        Reservation: { do: ['create', 'read', 'list'], own: true },
      },
    },
  ],
  operations: [
    {
      name: 'returnLoan',
      entity: 'Loan',
      description: 'Takes a lent book back.',
      input: {},
      errors: ['already-returned'],
    },
  ],
})
