import { setTimeout as pause } from 'node:timers/promises'
import type { SqlRow, SqlValue } from '@charter/sql/store'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fateOf, markOf } from '../../packages/connectors/src/postgresql/driver/fate.ts'
import { type PostgresqlServer, startPostgresql } from '../../scripts/postgresql.ts'

let server: PostgresqlServer
beforeAll(async () => {
  server = await startPostgresql()
})
afterAll(() => server.stop())

const triesMax = 100

/** A server that recovers is waited for. */
const connected = async (): Promise<pg.Client> => {
  for (let tried = 1; ; tried++) {
    const client = new pg.Client({ connectionString: server.url })
    client.on('error', () => {})
    try {
      await client.connect()
      return client
    } catch (error) {
      if (tried >= triesMax) throw error
      await pause(100)
    }
  }
}
const allOn =
  (client: pg.Client) =>
  async ({ text }: { readonly text: string }, params: readonly SqlValue[]): Promise<readonly SqlRow[]> => {
    let at = 0
    const numbered = text.replaceAll('?', () => `$${++at}`)
    return (await client.query({ text: numbered, values: [...params], rowMode: 'array' })).rows
  }

test('a transaction of before a session was killed is not known to be committed by an id that is given out again', async () => {
  const before = await connected()
  await before.query('CREATE TABLE public.a (x int)')
  await before.query('CHECKPOINT')
  await before.query('BEGIN')
  await before.query('INSERT INTO public.a VALUES (1)')
  const mark = await markOf(allOn(before) as never)
  const other = await connected()
  const [{ pid } = { pid: 0 }] = (await other.query('SELECT pg_backend_pid() AS pid')).rows
  process.kill(Number(pid), 'SIGKILL')
  await pause(300)
  const after = await connected()
  // Whoever comes next has the id of the one that was lost, and commits.
  await after.query('INSERT INTO public.a VALUES (2)')
  const again = await markOf(allOn(after) as never)
  expect(again.split('@')[0]).not.toBe('')
  const fate = await fateOf(allOn(after) as never, mark)
  expect(['unknown', 'undone']).toContain(fate)
  expect((await after.query('SELECT x FROM public.a')).rows).toEqual([{ x: 2 }])
  expect(again.split('@')[1]).not.toBe(mark.split('@')[1])
  await after.end()
})
