import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectors } from '@charter/connectors'
import type { JsonObject } from '@charter/runtime'
import { readConfig } from '@charter/runtime/service'
import { expect, test } from 'vitest'
import { openService } from './open-service.ts'
import { say } from './testing/attached.ts'
import { call, codeOf, derivedOf } from './testing/clinic.ts'

const charter = (url: string): string => `
charter: 1
name: airline
serves: [rest]
sources: { main: { url: ${JSON.stringify(url)}, database: postgresql } }
access: { roles: [owner] }
entities:
  Airport:
    table: airport
    key: iata
    fields: { iata: { type: text, columnType: "public.iata" }, name: text }
    allow: { owner: { do: [create, read, update, delete, list, audit] } }
  Host:
    table: host
    key: address
    fields: { address: { type: text, columnType: inet }, name: text }
    allow: { owner: { do: [create, read, update, delete, list, audit] } }
`

const owner = { id: 'o', roles: ['owner'], attributes: {}, credential: 'jwt' } as const

test('a key that the database refuses is one that no row has, whatever is asked of it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'charter-refused-keys-'))
  const connector = connectors.find(({ name }) => name === 'postgresql')
  const made = await connector?.makeTemporary(process.env.CHARTER_TEST_POSTGRESQL ?? null)
  const url = made?.url ?? ''
  await say(
    url,
    `CREATE DOMAIN iata AS char(3) CHECK (value ~ '^[A-Z]{3}$'); CREATE TABLE airport (iata iata PRIMARY KEY, name text NOT NULL);
     CREATE TABLE host (address inet PRIMARY KEY, name text NOT NULL);
     INSERT INTO airport VALUES ('ZRH', 'a'); INSERT INTO host VALUES ('10.0.0.1', 'a')`,
  )
  const service = await openService(derivedOf(charter(url)), {
    config: readConfig({ CHARTER_MODE: 'development', CHARTER_DATA: folder }, { name: 'airline', databaseUrl: url }),
  })
  const ask = async (operation: string, key: JsonObject): Promise<string> =>
    codeOf(await service.execute(call(operation, owner, operation.endsWith('.update') ? { key, value: {} } : { key })))
  const told = []
  for (const [entity, there, refused] of [
    ['Airport', { iata: 'ZRH' }, { iata: 'not-there' }],
    ['Host', { address: '10.0.0.1' }, { address: '999.1.1.1' }],
  ] as const)
    for (const action of ['read', 'update', 'audit', 'delete'])
      told.push([entity, action, await ask(`${entity}.${action}`, refused), await ask(`${entity}.${action}`, there)])
  expect(told).toEqual(
    told.map(([entity, action]) => [entity, action, 'not-found', expect.not.stringMatching('not-found')]),
  )
  await service.close()
  await made?.remove()
  rmSync(folder, { recursive: true })
})
