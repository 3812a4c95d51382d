import { createPublicKey, verify } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Desk, idOf, openDesk } from '../testing/desk.ts'
import type { TestsRun } from './tests-run.ts'

let desk: Desk
beforeEach(async () => {
  desk = await openDesk()
})
afterEach(() => desk.close())

const suiteOf = async (tests: string): Promise<string> =>
  (await desk.ann(`GET suites?filter[projectId]=${desk.project}&filter[tests]=${tests}`)).body.items[0].id

test('what tests of a release came to is signed for its digest, and shown with it', async () => {
  const release = await desk.release('One')
  const { digest } = (await desk.ann(`GET releases/${release}`)).body
  desk.testsCome({
    passed: 3,
    failed: 1,
    skipped: 2,
    failures: [{ id: 'Note.list', title: 'A list', text: 'no' }],
    lines: ['FAILED Note.list'],
  })
  const run = await desk.tested(release, 'verify')
  expect(run).toMatchObject({
    ...{ state: 'failed', passed: 3, failed: 1, skipped: 2, startedBy: 'ann', lines: ['FAILED Note.list'] },
    ...{ releaseDigest: digest, durationMs: expect.any(Number), endedAt: expect.any(String), why: null },
  })
  const said = JSON.parse(run.statement)
  expect(said).toMatchObject({
    _type: 'https://in-toto.io/Statement/v1',
    subject: [{ name: 'notes', digest: { sha256: digest.slice('sha256:'.length) } }],
    predicate: {
      result: 'FAILED',
      failedTests: ['Note.list'],
      passed: 3,
      failed: 1,
      skipped: 2,
      startedBy: 'ann',
      run: run.id,
    },
  })
  const key = createPublicKey(await (await fetch(`${desk.platform.url}/.well-known/release-key.pem`)).text())
  expect(verify(null, Buffer.from(run.statement), key, Buffer.from(run.signature, 'base64'))).toBe(true)
  expect((await desk.olga(`GET runs?filter[releaseId]=${release}`)).body.items).toEqual([run])
}, 60_000)

test('a run whose row was changed past the platform is not as it was signed, and counts for nothing', async () => {
  const release = await desk.release('One')
  desk.testsCome({ passed: 0, failed: 1 })
  const run = await desk.tested(release, 'verify')
  const environment = await desk.environment('production', { approvals: 0, requires: ['verify'] })
  const database = new DatabaseSync(join(desk.folder, 'platform.db'))
  expect(database.prepare(`UPDATE "run" SET state = 'passed' WHERE id = ?`).run(run.id).changes).toBe(1)
  database.close()
  const looking = await desk.bob(`POST releases/${release}/verify`)
  const looked = await desk.ended('verify-release-jobs', looking.body.id)
  expect([looked.result, looked.lines]).toEqual([
    expect.objectContaining({ runs: 1, unsignedRuns: 1 }),
    expect.arrayContaining([`not as it was signed: run ${run.id}`]),
  ])
  const asked = await desk.olga('POST deployments', { releaseId: release, environmentId: environment, reason: 'Now.' })
  expect([asked.status, asked.body.errors[0].message]).toEqual([422, expect.stringContaining('not as it was signed')])
}, 60_000)

test('a release that was changed past the platform is not tested: nothing is signed of it', async () => {
  const id = await desk.release('One')
  const database = new DatabaseSync(join(desk.folder, 'platform.db'))
  expect(database.prepare(`UPDATE "release" SET parts = '[]' WHERE id = ?`).run(id).changes).toBe(1)
  database.close()
  const run = await desk.tested(id, 'verify')
  expect(run).toMatchObject({ state: 'failed', statement: null, why: 'This release is not as it was signed.' })
}, 60_000)

test('an environment may ask for tests: what has not passed them is refused by name, and nobody loosens that alone', async () => {
  const release = await desk.release('One')
  const environmentId = await desk.environment('production', { approvals: 1, requires: ['verify', 'ownTests'] })
  const ask = () => desk.olga('POST deployments', { releaseId: release, environmentId, reason: 'Now.' })
  const missing = async (): Promise<readonly string[]> => {
    const { status, body } = await ask()
    return status === 201 ? [] : body.errors.map(({ message }: { readonly message: string }) => message)
  }
  expect(await missing()).toEqual([
    'production asks that verify passed for this release: no run of it has ended.',
    'production asks that ownTests passed for this release: no run of it has ended.',
  ])
  await desk.tested(release, 'verify')
  desk.testsCome({ failed: 1 })
  const failed = await desk.tested(release, 'ownTests')
  expect(await missing()).toEqual([
    `production asks that ownTests passed for this release: its newest run, ${failed.id}, failed.`,
  ])
  desk.testsCome({})
  await desk.tested(release, 'ownTests')
  const waiting = await ask()
  expect(waiting.status).toBe(201)
  expect((await desk.olga(`PATCH environments/${environmentId}`, { requires: [] })).status).toBe(403)
  const change = await desk.olga('POST environment-changes', { environmentId, requires: [], reason: 'Faster.' })
  expect(change.body).toMatchObject({ state: 'requested', needs: 1 })
  expect((await desk.ann(`GET environments/${environmentId}`)).body.requires).toEqual(['verify', 'ownTests'])
  // What failed meanwhile is no longer what was let.
  desk.testsCome({ failed: 1 })
  await desk.tested(release, 'verify')
  idOf(await desk.yes(desk.carl, waiting.body))
  await desk.reaches(waiting.body.id, 'void')
  expect(desk.rolledOut).toEqual([])
  expect((await desk.bob(`POST environment-changes/${change.body.id}/let`)).body.state).toBe('made')
  expect((await desk.ann(`GET environments/${environmentId}`)).body.requires).toEqual([])
}, 90_000)

const hostile: Readonly<Record<string, Partial<TestsRun>>> = {
  'NUL and half a pair': {
    lines: ['a\0b', '\ud83d', '\0', `${'a'.repeat(499)}\u{1F600}`],
    failures: [{ id: 'a\0b', title: '\0', text: '\ud83d\0' }],
  },
  'what JSON writes six times as long': {
    lines: Array.from({ length: 300 }, () => '\u0001'.repeat(500)),
    failures: Array.from({ length: 60 }, (_, index) => ({
      id: `${'\u0001'.repeat(199)}${index}`,
      title: '\u0001'.repeat(300),
      text: '\u0001'.repeat(9000),
    })),
  },
  'names of many bytes': {
    failures: Array.from({ length: 50 }, (_, index) => ({
      id: `${index}${'\u{1F600}'.repeat(400)}`,
      title: '"'.repeat(300),
      text: '"\u{1F600}'.repeat(4000),
    })),
  },
}

test.each(Object.entries(hostile))(
  'a run that fails is failed whatever its tests say (%s), and an older success does not stand for it',
  async (_, said) => {
    const releaseId = await desk.release('One')
    await desk.tested(releaseId, 'verify')
    const environmentId = await desk.environment('production', { approvals: 0, requires: ['verify'] })
    desk.testsCome({ failed: 1, ...said })
    const run = await desk.tested(releaseId, 'verify')
    expect(run).toMatchObject({ state: 'failed', failed: 1, why: null, signature: expect.any(String) })
    expect(Buffer.byteLength(run.statement)).toBeLessThanOrEqual(60_000)
    const found = (await desk.ann(`GET findings?filter[projectId]=${desk.project}`)).body.items
    expect(found.length).toBeGreaterThan(0)
    expect((await desk.olga('POST deployments', { releaseId, environmentId, reason: 'Now.' })).status).toBe(422)
  },
  60_000,
)

test('a run whose tests end with a mistake, or whose end no row takes, has failed', async () => {
  const releaseId = await desk.release('One')
  await desk.tested(releaseId, 'verify')
  desk.testsCome({ passed: -1 })
  const run = await desk.tested(releaseId, 'verify')
  expect(run).toMatchObject({ state: 'failed', statement: null, why: 'What it came to could not be kept.' })
  expect(run.endedAt).not.toBeNull()
}, 60_000)

test('while a newer run has not ended, what passed before does not count', async () => {
  const releaseId = await desk.release('One')
  await desk.tested(releaseId, 'verify')
  const environmentId = await desk.environment('production', { approvals: 0, requires: ['verify'] })
  desk.testsCome(null)
  const id = idOf(await desk.ann('POST runs', { suiteId: await suiteOf('verify'), releaseId }))
  const ask = () => desk.olga('POST deployments', { releaseId, environmentId, reason: 'Now.' })
  expect((await ask()).body.errors[0].message).toBe(
    `production asks that verify passed for this release: its newest run, ${id}, has not ended.`,
  )
  expect((await desk.ann(`POST runs/${id}/cancel`)).status).toBe(200)
  expect((await ask()).status).toBe(201)
}, 60_000)

test('a run is cancelled while it goes on, has no result then, and is begun by who designs alone', async () => {
  const releaseId = await desk.release('One')
  const suiteId = await suiteOf('verify')
  expect((await desk.olga('POST runs', { suiteId, releaseId })).status).toBe(403)
  desk.testsCome(null)
  const id = idOf(await desk.ann('POST runs', { suiteId, releaseId }))
  await expect.poll(async () => (await desk.ann(`GET runs/${id}`)).body.state, { timeout: 30_000 }).toBe('running')
  expect((await desk.olga(`POST runs/${id}/cancel`)).status).toBe(403)
  expect((await desk.bob(`POST runs/${id}/cancel`)).body).toMatchObject({ state: 'cancelled', statement: null })
  await expect
    .poll(async () => (await desk.ann('GET run-tests-jobs')).body.items[0].state, { timeout: 30_000 })
    .toBe('failed')
  expect((await desk.ann(`GET runs/${id}`)).body).toMatchObject({ state: 'cancelled', statement: null, passed: null })
  expect((await desk.ann(`POST runs/${id}/cancel`)).status).toBe(409)
  expect((await desk.ann(`PATCH runs/${id}`, { passed: 1 })).status).toBe(403)
}, 60_000)

test('two runs go on at once; who comes next is queued, and begins once one of them has ended', async () => {
  const releaseId = await desk.release('One')
  const suiteId = await suiteOf('verify')
  desk.testsCome(null)
  const begin = async (): Promise<string> => idOf(await desk.ann('POST runs', { suiteId, releaseId }))
  const reaches = (id: string, state: string): Promise<void> =>
    expect.poll(async () => (await desk.ann(`GET runs/${id}`)).body.state, { timeout: 30_000 }).toBe(state)
  const [first, second] = [await begin(), await begin()]
  for (const id of [first, second]) await reaches(id, 'running')
  const third = await begin()
  const jobOf = async (id: string) =>
    (await desk.ann('GET run-tests-jobs')).body.items.find(
      ({ on }: { readonly on: { readonly id: string } }) => on.id === id,
    )
  await expect.poll(async () => (await jobOf(third)).attempts, { timeout: 30_000 }).toBeGreaterThan(0)
  await reaches(third, 'queued')
  await desk.ann(`POST runs/${first}/cancel`)
  await reaches(third, 'running')
  for (const id of [second, third]) await desk.ann(`POST runs/${id}/cancel`)
}, 90_000)

test('another organisation sees no suite and no run, and runs none of a release that is not its own', async () => {
  const releaseId = await desk.release('One')
  const suiteId = await suiteOf('verify')
  const run = await desk.tested(releaseId, 'verify')
  const eve = desk.as('eve')
  idOf(await eve('POST organisations', { id: 'rival', name: 'Rival' }))
  for (const each of [`suites/${suiteId}`, `runs/${run.id}`]) expect((await eve(`GET ${each}`)).status).toBe(404)
  expect((await eve('GET runs')).body.items).toEqual([])
  expect((await eve('POST runs', { suiteId, releaseId })).status).toBe(422)
  const other = idOf(await desk.ann('POST projects', { name: 'others', title: 'Others' }))
  const [{ id }] = (await desk.ann(`GET suites?filter[projectId]=${other}`)).body.items
  expect((await desk.ann('POST runs', { suiteId: id, releaseId })).body.errors[0].path).toBe('/suiteId')
}, 60_000)
