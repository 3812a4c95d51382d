import type { JsonObject, Outcome } from '@charter/runtime'
import { expect, test } from 'vitest'
import { call } from './testing/clinic.ts'
import { onTheirs } from './testing/theirs.ts'

const owner = { id: 'o', roles: ['owner'], attributes: {}, credential: 'jwt' } as const

/** As many fields as `check` lets an entity have. */
const most = { sqlite: 1850, postgresql: 1400 }

test.each(['sqlite', 'postgresql'] as const)(
  'a row of %s with as many fields as may be is listed, read and written',
  async (database) => {
    const names = Array.from({ length: most[database] - 1 }, (_, at) => `f${at}`)
    const statements = `CREATE TABLE wide (id int PRIMARY KEY NOT NULL, ${names.map((name) => `${name} int`).join(', ')}); INSERT INTO wide (id, f1) VALUES (1, 1)`
    const charter = (_: string, url: string): string => `
charter: 1
name: club
serves: [rest]
sources: { main: { url: ${JSON.stringify(url)}, database: ${database} } }
access: { roles: [owner] }
entities:
  Wide:
    table: wide
    key: id
    fields: { id: { type: int32 }, ${names.map((name) => `${name}: { type: int32, optional: true }`).join(', ')} }
    allow: { owner: { do: [create, read, update, delete, list] } }
`
    await onTheirs({ database, statements, charter }, async (service) => {
      const ask = (operation: string, input: Parameters<typeof call>[2], select = {}): Promise<Outcome> =>
        service.execute({ ...call(operation, owner, input), select })
      const versionOf = (outcome: Outcome) => (outcome.kind === 'value' ? (outcome.version ?? '') : '')
      const key: JsonObject = { id: 1 }
      const sort = names.slice(0, 99).map((field) => ({ field }))
      expect(await ask('Wide.list', {}, { sort, limit: 1 })).toMatchObject({ value: { items: [{ id: 1, f1: 1 }] } })
      const whole = await ask('Wide.read', { key })
      // One version, whatever is selected with it.
      const part = await ask('Wide.read', { key }, { fields: ['f7', 'f1'] })
      expect(part).toMatchObject({ value: { f7: null, f1: 1 } })
      expect(versionOf(part).split('.')[0]).toBe(versionOf(whole).split('.')[0])
      const changed = await ask('Wide.update', { key, value: { f1: 3 }, ifMatch: [versionOf(part)] })
      expect(changed).toMatchObject({ value: { id: 1, f1: 3 } })
      const late = await ask('Wide.update', { key, value: { f1: 4 }, ifMatch: [versionOf(whole)] })
      expect(late).toMatchObject({ problem: { code: 'precondition-failed' } })
      expect(await ask('Wide.create', { value: { id: 2 } })).toMatchObject({ value: { id: 2 } })
      expect((await ask('Wide.delete', { key })).kind).toBe('value')
    })
  },
)
