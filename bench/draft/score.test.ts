import { expect, test } from 'vitest'
import type { Description } from './description.ts'
import { invented } from './invent.ts'
import { schemaDescription } from './schema-reference.ts'
import { score } from './score.ts'
import { measureOf } from './tally.ts'

const reference: Description = {
  entities: [
    {
      name: 'Loan',
      aliases: ['DeviceLoan'],
      fields: [
        { name: 'dueDate', aliases: ['dueBack'], type: 'date' },
        { name: 'fee', type: 'decimal' },
        { name: 'note', type: 'text', quoted: false },
      ],
    },
    { name: 'Client', fields: [{ name: 'name', type: 'text' }] },
    { name: 'Branch', quoted: false },
    { name: 'Device' },
  ],
  relations: [
    { from: 'Loan', to: 'Client', kind: 'many-to-one' },
    { from: 'Loan', to: 'Device', kind: 'many-to-one' },
  ],
  roles: [{ name: 'receptionist', aliases: ['frontDesk'] }, { name: 'nurse' }],
  access: [{ role: 'receptionist', do: ['create', 'closeLoan'], on: 'Loan' }],
  operations: [{ name: 'closeLoan', on: 'Loan', aliases: ['returnLoan'] }],
}

const draft: Description = {
  entities: [
    {
      name: 'DeviceLoans',
      fields: [
        { name: 'deviceLoanDueBack', type: 'instant' },
        { name: 'clientId', type: 'uuid' },
        { name: 'colour', type: 'text' },
      ],
    },
    { name: 'Client', fields: [{ name: 'isName', type: 'text' }] },
    { name: 'Desk', fields: [{ name: 'height', type: 'int32' }] },
  ],
  relations: [
    { from: 'Client', to: 'DeviceLoan', kind: 'one-to-many' },
    { from: 'Desk', to: 'Client', kind: 'many-to-one' },
  ],
  roles: [{ name: 'front-desk' }],
  access: [{ role: 'frontDesk', do: ['create', 'return', 'delete'], on: 'DeviceLoan' }],
  operations: [{ name: 'returnDeviceLoan', on: 'DeviceLoan' }],
}

test('a draft is scored kind by kind, under any name that the reference allows', () => {
  expect(score(reference, draft)).toEqual({
    // Loan and Client are met, Desk is invented, Device is missed; Branch is not quoted.
    entities: { hits: 2, extra: 1, missed: 1 },
    // dueDate and name are met, colour and height are invented, fee is missed; a client's id is no field.
    fields: { hits: 2, extra: 2, missed: 1 },
    // A date is no instant; a name is text.
    types: { hits: 1, extra: 1, missed: 1 },
    // Loan to Client, said from the other side; Desk to Client is invented, Loan to Device missed.
    relations: { hits: 1, extra: 1, missed: 1 },
    roles: { hits: 1, extra: 0, missed: 1 },
    // create and close, which the draft calls return; delete is invented.
    access: { hits: 2, extra: 1, missed: 0 },
    operations: { hits: 1, extra: 0, missed: 0 },
  })
})

test('precision, recall and F1 are those of the counts', () => {
  expect(measureOf({ hits: 2, extra: 2, missed: 2 })).toEqual({ precision: 0.5, recall: 0.5, f1: 0.5 })
  expect(measureOf({ hits: 0, extra: 0, missed: 0 })).toEqual({ precision: 1, recall: 1, f1: 1 })
  expect(measureOf({ hits: 0, extra: 3, missed: 2 })).toEqual({ precision: 0, recall: 0, f1: 0 })
})

test('a schema is a reference of entities, fields and relations', () => {
  const columns = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { name }]))
  const schema = {
    tables: {
      posts: {
        name: 'posts',
        columns: columns('post_id', 'title', 'author_id', 'topic'),
        constraints: { topic: { type: 'FOREIGN KEY', columnNames: ['topic'], targetTableName: 'topics' } },
      },
      authors: { name: 'authors', columns: columns('id', 'name') },
      topics: { name: 'topics', columns: columns('name') },
    },
  }
  expect(schemaDescription(schema)).toEqual({
    entities: [
      { name: 'posts', fields: [{ name: 'title' }] },
      { name: 'authors', fields: [{ name: 'name' }] },
      { name: 'topics', fields: [{ name: 'name' }] },
    ],
    relations: [
      { from: 'posts', to: 'topics', kind: 'many-to-one' },
      { from: 'posts', to: 'authors', kind: 'many-to-one' },
    ],
  })
})

test('invented nouns stand where the known ones stood, in the text and in the reference', () => {
  const words = 'Loans of devices: a device loan has one client. LOAN, Client; cloant stays.'
  const request = { id: 'x', words, reference, scored: [] }
  const made = invented(request, 7)
  const [loan, client, , device] = made.reference.entities.map(({ name }) => name.toLowerCase())
  const upper = loan?.charAt(0).toUpperCase()
  expect(made.words).toBe(
    `${upper}${loan?.slice(1)}s of ${device}s: a ${loan} has one ${client}. ${loan?.toUpperCase()}, ${client?.charAt(0).toUpperCase()}${client?.slice(1)}; cloant stays.`,
  )
  expect(made.reference.relations?.map(({ from }) => from.toLowerCase())).toEqual([loan, loan])
  expect(invented(request, 7)).toEqual(made)
  expect(invented(request, 8).words).not.toBe(made.words)
})
