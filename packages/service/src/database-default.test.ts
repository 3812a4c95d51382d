import type { JsonObject } from '@charter/runtime'
import { expect, test } from 'vitest'
import { bodyOf, call } from './testing/clinic.ts'
import { databases } from './testing/databases.ts'
import { onTheirs } from './testing/theirs.ts'

const charter = (database: string, url: string): string => `
charter: 1
name: club
serves: [rest]
sources: { main: { url: ${JSON.stringify(url)}, database: ${database} } }
access: { roles: [owner] }
entities:
  Member:
    table: member
    key: id
    fields:
      id: { type: int32 }
      note: { type: text, optional: true, default: database }
    allow: { owner: { do: [create, read, update] } }
`

const owner = { id: 'o', roles: ['owner'], attributes: {}, credential: 'jwt' } as const

test.each(databases)(
  'what %s fills in is filled in where it is left out, and null is never taken for that',
  async (database) => {
    const statements = `CREATE TABLE member (id int primary key, note varchar(40) DEFAULT 'theirs')`
    await onTheirs({ database, statements, charter }, async (service) => {
      const create = (value: JsonObject) => service.execute(call('Member.create', owner, { value }))
      expect(await create({ id: 1 })).toMatchObject({ value: { id: 1, note: 'theirs' } })
      expect(await create({ id: 2, note: null })).toMatchObject({
        problem: { code: 'invalid-input', errors: [{ path: '/note', code: 'null' }] },
      })
      const cleared = call('Member.update', owner, { key: { id: 1 }, value: { note: null } })
      expect(await service.execute(cleared)).toMatchObject({ value: { id: 1, note: null } })
    })
  },
)

test('a uuid that PostgreSQL makes is its own, of a key too', async () => {
  const uuids = (database: string, url: string): string =>
    charter(database, url).replace('id: { type: int32 }', 'id: { type: uuid, default: database }')
  const statements = `CREATE TABLE member (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), note text)`
  await onTheirs({ database: 'postgresql', statements, charter: uuids }, async (service) => {
    const made = await service.execute(call('Member.create', owner, { value: { note: 'a' } }))
    // Version 4 (RFC 9562 section 5.4).
    expect(made).toMatchObject({ value: { id: expect.stringMatching(/^.{14}4/), note: 'a' } })
    const key = { id: String(bodyOf(made).id) }
    expect(await service.execute(call('Member.read', owner, { key }))).toMatchObject({ value: { note: 'a' } })
  })
})
