import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { connectors } from '@charter/connectors'
import type { JsonObject } from '@charter/runtime'
import { readConfig } from '@charter/runtime/service'
import { expect, test } from 'vitest'
import { openService } from './open-service.ts'
import { say } from './testing/attached.ts'
import { call, derivedOf } from './testing/clinic.ts'

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

test.each(['sqlite', 'postgresql'] as const)(
  'what %s fills in is filled in where it is left out, and null is never taken for that',
  async (database) => {
    const folder = mkdtempSync(join(tmpdir(), 'charter-default-'))
    const made = await connectors
      .find(({ name }) => name === database)
      ?.makeTemporary(process.env.CHARTER_TEST_POSTGRESQL ?? null)
    const url = made?.url ?? ''
    const table = `CREATE TABLE member (id int primary key, note text DEFAULT 'theirs')`
    if (database === 'postgresql') await say(url, table)
    else new DatabaseSync(url.replace(/^file:/, '')).exec(table)
    const service = await openService(derivedOf(charter(database, url)), {
      config: readConfig({ CHARTER_MODE: 'development', CHARTER_DATA: folder }, { name: 'club', databaseUrl: url }),
    })
    const create = (value: JsonObject) => service.execute(call('Member.create', owner, { value }))
    try {
      expect(await create({ id: 1 })).toMatchObject({ value: { id: 1, note: 'theirs' } })
      expect(await create({ id: 2, note: null })).toMatchObject({
        problem: { code: 'invalid-input', errors: [{ path: '/note', code: 'null' }] },
      })
      const cleared = call('Member.update', owner, { key: { id: 1 }, value: { note: null } })
      expect(await service.execute(cleared)).toMatchObject({ value: { id: 1, note: null } })
    } finally {
      await service.close()
      await made?.remove()
      rmSync(folder, { recursive: true })
    }
  },
)
