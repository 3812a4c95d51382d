import { setTimeout as wait } from 'node:timers/promises'
import { postgresql } from '@charter/connectors'
import { expect, test } from 'vitest'
import { type PostgresqlServer, startPostgresql, startStandby } from '../scripts/postgresql.ts'

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
