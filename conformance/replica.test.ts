import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { postgresql } from '@charter/connectors'
import { readConfig } from '@charter/runtime/service'
import { openService } from '@charter/service'
import { expect, test } from 'vitest'
import { type PostgresqlServer, startPostgresql, startStandby } from '../scripts/postgresql.ts'
import { arrange, charters } from './charters.ts'

test('reads go to a streaming standby while it is there, and writes never', async () => {
  const servers: PostgresqlServer[] = []
  try {
    const primary = await startPostgresql()
    servers.push(primary)
    const standby = await startStandby(primary)
    servers.push(standby)
    const schema = ['CREATE TABLE public.thing (id integer PRIMARY KEY)']
    const options = { isReadOnly: false, schema, statementTimeoutMs: 5000, replicaUrls: [standby.url] }
    const { database, close } = await postgresql.open(primary.url, options)
    const isStandby = async () => (await database.all('SELECT pg_catalog.pg_is_in_recovery()', []))[0]?.[0]
    expect(await isStandby()).toBe(1)
    await database.transaction(async (on) => {
      expect((await on.all('SELECT pg_catalog.pg_is_in_recovery()', []))[0]?.[0]).toBe(0)
      await on.run('INSERT INTO public.thing VALUES (?)', [1])
    })
    const seen = async () => (await database.all('SELECT id FROM public.thing', []).catch(() => [])).length
    for (let tried = 0; tried < 200 && (await seen()) === 0; tried++) await wait(25)
    expect(await seen()).toBe(1)
    standby.shutDown()
    expect(await isStandby()).toBe(0)
    expect(await seen()).toBe(1)
    await close()
  } finally {
    for (const server of servers.reverse()) server.stop()
  }
})

test('a call that is sent again is answered by what was written, whatever a replica has yet', async () => {
  const server = await startPostgresql()
  const folder = await mkdtemp(join(tmpdir(), 'charter-replica-'))
  const { derived, examples } = await arrange(charters[0], 'postgresql')
  // The same structure, and none of the rows: a replica that lags.
  const [primary, lagging] = [await postgresql.makeTemporary(server.url), await postgresql.makeTemporary(server.url)]
  try {
    const options = { isReadOnly: false, schema: derived.schema, statementTimeoutMs: 5000 }
    await (await postgresql.open(lagging.url, options)).close()
    const environment = {
      CHARTER_MODE: 'development',
      CHARTER_DATA: folder,
      DATABASE_URL: primary.url,
      DATABASE_REPLICA_URLS: lagging.url,
    }
    const service = await openService(derived, {
      config: readConfig(environment, { name: derived.model.name, databaseUrl: '' }),
    })
    const { id: _, ...value } = examples.rows.Patient?.[0] ?? {}
    const { name, birthDate, ward } = value
    const create = () =>
      service.execute({
        operation: 'Patient.create',
        input: { value: { name: name ?? null, birthDate: birthDate ?? null, ward: ward ?? null } },
        principal: { id: 'p', roles: ['clinician'], attributes: { ward: String(ward) }, credential: 'development' },
        context: { origin: { style: 'test', requestId: 'r' }, idempotencyKey: 'k' },
      })
    const first = await create()
    if (first.kind !== 'value') throw new Error(JSON.stringify(first))
    expect(await create()).toMatchObject({ kind: 'value', isReplayed: true, value: first.value })
    await service.close()
  } finally {
    await primary.remove()
    await lagging.remove()
    server.stop()
    await rm(folder, { recursive: true })
  }
})
