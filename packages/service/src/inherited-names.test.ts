import { expect, test } from 'vitest'
import { call } from './testing/clinic.ts'
import { onTheirs } from './testing/theirs.ts'

const charter = (database: string, url: string): string => `
charter: 1
name: club
serves: [rest]
sources: { main: { url: ${JSON.stringify(url)}, database: ${database} } }
access: { roles: [owner] }
entities:
  Item:
    table: item
    key: constructor
    fields:
      constructor: { type: int32, default: sequence }
      toString: { type: text, optional: true }
      name: { type: text }
    allow: { owner: { do: [create, read, update] } }
`

const owner = { id: 'o', roles: ['owner'], attributes: {}, credential: 'jwt' } as const

test.each([
  ['sqlite', 'CREATE TABLE item (constructor INTEGER PRIMARY KEY, toString TEXT, name TEXT NOT NULL)'],
  ['postgresql', 'CREATE TABLE item (constructor serial PRIMARY KEY, "toString" text, name text NOT NULL)'],
] as const)(
  'a field may be called as what every object has, its key too, and be left out (%s)',
  async (database, statements) => {
    await onTheirs({ database, statements, charter }, async (service) => {
      const made = await service.execute(call('Item.create', owner, { value: { name: 'a' } }))
      expect(made).toMatchObject({ kind: 'value' })
      expect(JSON.parse(JSON.stringify(made))).toMatchObject({ value: { constructor: 1, toString: null, name: 'a' } })
    })
  },
)
