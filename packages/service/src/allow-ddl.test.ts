import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TemporaryDatabase } from '@charter/charter'
import { connectors } from '@charter/connectors'
import { readConfig, type Service } from '@charter/runtime/service'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openService } from './open-service.ts'
import { attached, makeAttached, say } from './testing/attached.ts'
import { bodyOf, call, clinician, codeOf, derivedOf } from './testing/clinic.ts'

let folder: string
let theirs: TemporaryDatabase
let role: string
let reader: string

/** A role that may read and write the rows, and may create nothing. */
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'charter-ddl-'))
  theirs = await makeAttached('postgresql', folder)
  role = `app_${randomBytes(6).toString('hex')}`
  const database = new URL(theirs.url).pathname.slice(1)
  await say(theirs.url, `CREATE ROLE ${role} LOGIN`)
  await say(theirs.url, `REVOKE CREATE ON DATABASE ${database} FROM PUBLIC`)
  await say(theirs.url, `GRANT SELECT, INSERT, UPDATE, DELETE ON patient TO ${role}`)
  const url = new URL(theirs.url)
  url.username = role
  reader = url.href
})
afterEach(async () => {
  await say(theirs.url, `DROP OWNED BY ${role}`)
  await say(theirs.url, `DROP ROLE ${role}`)
  await theirs.remove()
  rmSync(folder, { recursive: true })
})

const open = (url: string, allow?: string, state = 'source', more = ''): Promise<Service> => {
  const env = {
    CHARTER_MODE: 'development',
    CHARTER_DATA: folder,
    DATABASE_URL: url,
    ...(allow !== undefined && { CHARTER_ALLOW_DDL: allow }),
  }
  return openService(derivedOf(`${attached('postgresql', url, state)}${more}`), {
    config: readConfig(env, { name: 'clinic', databaseUrl: url }),
  })
}

const catalogue = async (): Promise<unknown> =>
  say(
    theirs.url,
    `SELECT n.nspname, c.relname, c.relkind FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname !~ '^(pg_|information_schema)'
     UNION ALL SELECT 'schema', nspname, 'n' FROM pg_namespace WHERE nspname !~ '^pg_' ORDER BY 1, 2, 3`,
  )

/** What a refusal says to whoever starts the service. */
const sentenceOf = async (opening: Promise<Service>): Promise<string> => {
  const error = await opening.then(
    (service) => service.close().then(() => null),
    (refused: unknown) => refused as { problem: { code: string; cause: Error } },
  )
  expect(error?.problem.code).toBe('unavailable')
  return error?.problem.cause.message ?? ''
}

test('nothing is created in an attached database unless it is allowed; the refusal says what it would be, and how to allow it', async () => {
  const before = await catalogue()
  for (const allow of [undefined, 'false']) {
    const sentence = await sentenceOf(open(theirs.url, allow))
    expect(sentence).toContain('the schema "charter_state" with the tables audit, audit_row, idempotency')
    expect(sentence).toContain('--allow-ddl')
    expect(sentence).toContain('CHARTER_ALLOW_DDL=true')
    expect(sentence).toContain('--state-ddl')
  }
  expect(await catalogue()).toEqual(before)
  const own = await open(theirs.url, undefined, `file:${join(folder, 'state.db')}`)
  expect(codeOf(await own.execute(call('Patient.create', clinician, { value: { name: 'a', ward: 'north' } })))).toBe(
    'ok',
  )
  await own.close()
  expect(await catalogue()).toEqual(before)
})

test('once allowed, state lies beside the rows, in their transactions; after that no permission is needed', async () => {
  const first = await open(theirs.url, 'true')
  expect(first.state.isTransactional).toBe(true)
  await first.close()
  const after = await catalogue()
  const second = await open(theirs.url)
  const { id } = bodyOf(
    await second.execute(call('Patient.create', clinician, { value: { name: 'a', ward: 'north' } })),
  )
  expect((await second.state.recentAudit(9, 0)).map(({ outcome, key }) => [outcome, key])).toEqual([
    ['ok', JSON.stringify({ id })],
  ])
  await second.close()
  expect(await catalogue()).toEqual(after)
})

test('a role that may not create is told so, and who can; what the owner has made from the printed statements serves it', async () => {
  const before = await catalogue()
  const sentence = await sentenceOf(open(reader, 'true'))
  expect(sentence).toContain('no permission')
  expect(sentence).toContain('--state-ddl')
  expect(await catalogue()).toEqual(before)
  const ddl = await connectors.find(({ name }) => name === 'postgresql')?.stateDdl?.()
  await say(theirs.url, ddl?.statements.join(';\n') ?? '')
  await say(
    theirs.url,
    `GRANT USAGE ON SCHEMA charter_state TO ${role}; GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA charter_state TO ${role}`,
  )
  const service = await open(reader)
  const made = call('Patient.create', clinician, { value: { name: 'a', ward: 'north' }, idempotencyKey: 'k' })
  expect(codeOf(await service.execute(made))).toBe('ok')
  expect(await service.execute(made)).toMatchObject({ isReplayed: true })
  await service.audit.flush()
  expect(await service.state.pendingAudit(9)).toEqual([])
  await service.close()
})

test('tables of jobs that are new are the owner’s to make where the role may not, beside the state that is there', async () => {
  const jobs = 'operations: { tidy: { mode: job, rights: service, every: 1 day } }\n'
  const { connector, charter } = derivedOf(`${attached('postgresql', reader, 'source')}${jobs}`)
  const grants = `GRANT USAGE ON SCHEMA charter_state TO ${role}; GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA charter_state TO ${role}`
  await say(theirs.url, [...(await connector.stateDdl()).statements, grants].join(';\n'))
  await (await open(reader)).close()
  const sentence = await sentenceOf(open(reader, 'true', 'source', jobs))
  expect(sentence).toMatch(/"charter_state"\."tidy_job".*no permission.*--state-ddl --charter/)
  await say(theirs.url, [...(await connector.stateDdl(charter)).statements, grants].join(';\n'))
  const service = await open(reader, undefined, 'source', jobs)
  await service.queue.ensureWork({ id: 'w1', operation: 'tidy', sealed: 's', dueMs: Date.now() + 3_600_000 })
  await service.close()
})
