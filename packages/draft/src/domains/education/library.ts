import { all, look } from '../actions.ts'
import { day, dayMaybe, email, name, note, now, number, personName, title, today } from '../field-options.ts'
import { defineTopic } from '../industry.ts'

const lent = { book: { one: 'Book' }, member: { one: 'Member' } }

/** A lending library: who borrows what, and until when. */
export const library = defineTopic({
  name: 'library',
  cues: [
    'library',
    'lending library',
    'library lending',
    'library member',
    'library loan',
    'library catalogue',
    'book api',
    'api for book',
    'book lending',
    'book loan',
    'borrower',
    'librarian',
  ],
  entities: [
    {
      name: 'Member',
      aliases: ['Borrower', 'Reader', 'Patron', 'LibraryMember'],
      description: 'A person who may borrow.',
      fields: {
        cardNumber: { ...number, class: 'pii' },
        name: personName,
        email: { ...email, unique: true },
        joinedOn: today,
        state: { type: 'enum', values: ['active', 'suspended'], default: 'active' },
      },
      references: {},
    },
    {
      name: 'Author',
      aliases: ['Writer'],
      description: 'Who wrote a book.',
      fields: {
        name,
        biography: note,
        website: { type: 'text', length: '..2000', format: 'uri', optional: true },
        bornYear: { type: 'int32', min: 0, max: 9999, optional: true },
      },
      references: {},
    },
    {
      name: 'Book',
      aliases: ['Title', 'LibraryItem'],
      description: 'A title that can be borrowed.',
      fields: {
        title,
        isbn: { type: 'text', pattern: '\\d{9}[\\dX]|97[89]\\d{10}', unique: true, optional: true },
        publishedYear: { type: 'int32', min: 0, max: 9999, optional: true },
        copies: { type: 'int32', min: 0, default: 1 },
      },
      references: { author: { one: 'Author' } },
    },
    {
      name: 'Loan',
      aliases: ['Borrowing', 'BookLoan', 'Lending'],
      description: 'One book, lent to one member.',
      fields: {
        borrowedOn: today,
        dueOn: day,
        returnedOn: dayMaybe,
        renewals: { type: 'int32', min: 0, max: 10, default: 0 },
      },
      references: lent,
      checks: { dueAfterBorrowed: { rule: 'dueOn >= borrowedOn', message: 'A loan cannot be due before it begins.' } },
    },
    {
      name: 'Reservation',
      aliases: ['Hold', 'BookReservation'],
      description: 'A member waiting for a book.',
      fields: {
        reservedAt: now,
        state: { type: 'enum', values: ['waiting', 'ready', 'collected', 'cancelled'], default: 'waiting' },
        expiresOn: dayMaybe,
      },
      references: lent,
    },
  ],
  roles: [
    {
      name: 'librarian',
      allow: [
        { on: ['Member', 'Book', 'Author', 'Reservation'], do: all },
        { on: ['Loan'], do: [...all, 'returnLoan', 'renewLoan'] },
      ],
    },
    {
      name: 'member',
      allow: [
        { on: ['Book', 'Author'], do: look },
        { on: ['Member'], do: ['read'], own: true },
        { on: ['Loan'], do: [...look, 'renewLoan'], own: true },
        { on: ['Reservation'], do: ['create', 'read', 'list'], own: true },
      ],
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
    {
      name: 'renewLoan',
      entity: 'Loan',
      description: 'Lets a member keep a book longer.',
      input: {},
      errors: ['already-returned', 'reserved'],
    },
  ],
})
