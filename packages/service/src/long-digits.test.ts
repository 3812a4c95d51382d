import { parseExact } from '@charter/runtime'
import { expect, test } from 'vitest'
import { call, open } from './testing/clinic.ts'
import { databases } from './testing/databases.ts'

const charter = (database: string): string => `
charter: 1
name: notes
serves: [rest]
sources: { main: { own: ${database} } }
access: { roles: [owner] }
entities:
  Note:
    key: id
    fields:
      id: { type: uuid, default: generated }
      body: { type: json }
      big: { type: int64, optional: true }
    allow: { owner: { do: [create, read, update, list] } }
`

const owner = { id: 'o', roles: ['owner'], attributes: {}, credential: 'jwt' } as const
const text = '{"a":[12345678901234567890.1,9007199254740993,0.10000000000000000001],"rawJSON":"1"}'

test.each(databases)('numbers of a document keep their digits, whoever reads the row, on %s', async (database) => {
  const { service, close } = await open({ text: charter(database) })
  try {
    const value = { body: parseExact(text), big: parseExact('9007199254740993') }
    const made = await service.execute(call('Note.create', owner, { value, idempotencyKey: 'k' }))
    const again = await service.execute(call('Note.create', owner, { value, idempotencyKey: 'k' }))
    const listed = await service.execute(call('Note.list', owner))
    for (const outcome of [made, again, listed]) {
      const told = JSON.stringify(outcome.kind === 'value' ? outcome.value : outcome)
      for (const digits of ['12345678901234567890.1', '9007199254740993', '0.10000000000000000001'])
        expect(told).toContain(digits)
      expect(told).toContain('"big":"9007199254740993"')
    }
  } finally {
    await close()
  }
})
