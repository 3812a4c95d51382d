import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { TemporaryDatabase } from '@charter/charter'
import { ConfigError, type QueueKind } from '@charter/runtime'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { say, temporary } from '../../testing.ts'
import { openPostgresql, openPostgresqlState } from '../open.ts'
import { bossVersion, loadBoss } from './open.ts'

let made: TemporaryDatabase
beforeAll(async () => {
  made = await temporary()
})
afterAll(() => made.remove())

const options = (kind: QueueKind) => ({ kind, major: 2, holdMs: 10_000, nowMs: Date.now, onFault: () => {} })
const open = (url = made.url) => openPostgresql({ url, isReadOnly: false, schema: [], statementTimeoutMs: 5000 })

test('work waits with pg-boss for as long as nobody takes it, and is done by whoever opens it next', async () => {
  const before = await open()
  const queue = await before.state.openQueue(options('pg-boss'))
  await queue.putWork({ id: 'w1', operation: 'importPrices', sealed: 's', dueMs: 0 }, null)
  await queue.close()
  await before.close()
  const after = await open()
  const next = await after.state.openQueue(options('pg-boss'))
  const [held] = await next.takeWork({ limit: 5 })
  expect(held).toMatchObject({ id: 'w1', sealed: 's', taken: 1 })
  expect(held && (await next.endWork(held, null))).toBe(true)
  expect(await say(made.url, 'SELECT name, count(*) FROM charter_jobs.job GROUP BY name')).toEqual([])
  await next.close()
  await after.close()
})

test('who may not make its tables is told what to allow', async () => {
  await say(made.url, 'DROP SCHEMA charter_jobs CASCADE; CREATE ROLE "no_ddl" LOGIN; GRANT USAGE ON SCHEMA charter_state TO "no_ddl"; GRANT ALL ON ALL TABLES IN SCHEMA charter_state TO "no_ddl"') // biome-ignore format: one script
  const url = new URL(made.url)
  url.username = 'no_ddl'
  const opened = await open(url.href)
  await expect(opened.state.openQueue(options('pg-boss'))).rejects.toMatchObject({
    problem: { code: 'unavailable', cause: { message: expect.stringContaining('GRANT CREATE ON DATABASE') } },
  })
  await opened.close()
  await say(made.url, 'DROP OWNED BY "no_ddl"; DROP ROLE "no_ddl"')
})

test('in a database of somebody else’s its schema is made only where that is allowed, or by its owner', async () => {
  const theirs = await temporary()
  const given = { url: theirs.url, isReadOnly: false, schema: null, statementTimeoutMs: 5000 }
  await (await openPostgresql({ ...given, mayCreate: true })).close()
  const opened = await openPostgresql(given)
  await expect(opened.state.openQueue(options('pg-boss'))).rejects.toMatchObject({
    problem: {
      code: 'unavailable',
      cause: { message: expect.stringMatching(/"charter_jobs".*--allow-ddl.*CREATE SCHEMA/) },
    },
  })
  expect(await say(theirs.url, "SELECT 1 FROM pg_namespace WHERE nspname = 'charter_jobs'")).toEqual([])
  await say(theirs.url, 'CREATE SCHEMA charter_jobs')
  await (await opened.state.openQueue(options('pg-boss'))).close()
  await opened.close()
  await theirs.remove()
})

test('where what waited before cannot go over, no session of it stays', async () => {
  const theirs = await temporary()
  const unusable = await open(theirs.url)
  await say(theirs.url, 'ALTER TABLE charter_state.work RENAME COLUMN sealed TO was_sealed')
  await expect(unusable.state.openQueue(options('pg-boss'))).rejects.toThrow()
  const sessions = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'charter jobs'`
  await vi.waitFor(async () => expect(await say(theirs.url, sessions)).toEqual([]))
  await unusable.close()
  await theirs.remove()
})

test('state apart from the rows, where no transaction spans the two, has no queue of pg-boss', async () => {
  const state = await openPostgresqlState(made.url)
  await expect(state.openQueue(options('pg-boss'))).rejects.toThrow(ConfigError)
  await expect(state.openQueue(options('pg-boss'))).rejects.toThrow(/^JOBS_QUEUE is pg-boss, which needs .* Leave it/)
  await state.close()
})

test('where the package is not installed, that is said with what to install: the version that this is tested with', async () => {
  const installed = join(dirname(createRequire(import.meta.url).resolve('pg-boss')), '..', 'package.json')
  expect(JSON.parse(readFileSync(installed, 'utf8')).version).toBe(bossVersion)
  await expect(loadBoss('pg-boss-is-not-here')).rejects.toThrow(
    new ConfigError(
      `JOBS_QUEUE is pg-boss, and its package is not installed. Install it with "npm install pg-boss@${bossVersion}" in the folder of the service, or leave JOBS_QUEUE out: jobs wait in a table of the service's own then.`,
    ),
  )
})
