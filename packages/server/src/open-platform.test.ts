import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { postgresql } from '@charter/connectors'
import type { RolledOut } from '@charter/deploy'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openPlatform, type Platform } from './open-platform.ts'

let folder: string
let platform: Platform
let rolledOut: RolledOut[]
let stopped: string[]
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'charter-platform-'))
  rolledOut = []
  stopped = []
  platform = await openPlatform({
    folder,
    env: { CHARTER_MODE: 'development', PORT: '0' },
    target: {
      rollOut: async (deployment) => {
        rolledOut.push(deployment)
        return { address: `http://127.0.0.1:1/${deployment.id}` }
      },
      stop: async (id) => void stopped.push(id),
      running: async () => [...stopped],
    },
  })
})
afterEach(async () => {
  await platform.close()
  rmSync(folder, { recursive: true })
})

const charter = (title: string): string => `charter: 1
name: notes
title: ${title}
access: { roles: [clerk] }
sources: { main: { own: sqlite } }
entities:
  Note:
    key: id
    fields: { id: { type: uuid, default: generated }, text: { type: text, length: 1..200 } }
    allow: { clerk: { do: [create, read, list] } }
`

interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: what is asked of it says each test.
  readonly body: any
}

/** What a person asks: `POST projects {…}`. */
const as = async (person: string, claims: Record<string, string | number> = {}) => {
  const token = await platform.service.development?.token([], { sub: person, ...claims })
  return async (asked: string, body?: object): Promise<Answer> => {
    const [method = '', path = ''] = asked.split(' ')
    const response = await fetch(`${platform.url}/api/v1/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? null : JSON.parse(text) }
  }
}

type Asking = Awaited<ReturnType<typeof as>>

const idOf = ({ status, body }: Answer): string => {
  expect([status, body]).toEqual([201, expect.anything()])
  return body.id
}

/** An organisation of two: Ann founds it and designs, Bob accepts and approves. */
const anOrganisation = async (): Promise<{ readonly ann: Asking; readonly bob: Asking; readonly project: string }> => {
  const [ann, bob] = [await as('ann'), await as('bob')]
  idOf(await ann('POST organisations', { id: 'acme', name: 'Acme' }))
  const roleId = idOf(await ann('POST roles', { name: 'Seconds', grants: ['viewer', 'designer', 'approver'] }))
  idOf(await ann('POST members', { personId: 'bob', roleId }))
  const project = idOf(await ann('POST projects', { name: 'notes', title: 'Notes' }))
  return { ann, bob, project }
}

const ended = async (ask: Asking, kind: string, run: string): Promise<Answer['body']> =>
  expect
    .poll(async () => (await ask(`GET ${kind}/${run}`)).body, { timeout: 60_000 })
    .toMatchObject({ state: expect.stringMatching(/^(?:done|failed|cancelled)$/) })
    .then(async () => (await ask(`GET ${kind}/${run}`)).body)

test('from a charter with a mistake to a deployment that another person let', async () => {
  const { ann, bob, project } = await anOrganisation()

  const version = await ann('POST versions', { projectId: project, text: charter('Notes').replace('length', 'size') })
  expect(version.body).toMatchObject({ number: 1, state: 'draft', errors: 1, lock: null })
  expect(version.body.findings).toEqual([
    expect.objectContaining({ code: 'option-not-for-type', line: 9, severity: 'error' }),
  ])
  const id = idOf(version)
  expect((await ann(`POST versions/${id}/submit`)).status).toBe(409)
  const mended = await ann(`PATCH versions/${id}`, { text: charter('Notes') })
  expect(mended.body).toMatchObject({ number: 1, errors: 0, findings: [], lock: expect.stringContaining('Note') })
  expect((await ann(`POST versions/${id}/submit`)).status).toBe(200)
  expect((await ann(`POST versions/${id}/accept`)).body.detail).toContain('Somebody else has to accept it.')
  expect((await bob(`POST versions/${id}/accept`)).body).toMatchObject({ state: 'accepted' })

  const run = await ann(`POST versions/${id}/make-release`)
  expect(run.status).toBe(202)
  const made = await ended(ann, 'make-release-jobs', run.body.id)
  expect(made).toMatchObject({ state: 'done', result: { digest: expect.stringMatching(/^sha256:/) } })
  const { release, digest } = made.result

  const environmentId = idOf(await ann('POST environments', { projectId: project, name: 'production' }))
  const deployment = await ann('POST deployments', { releaseId: release, environmentId, reason: 'The first one.' })
  expect(deployment.body).toMatchObject({ state: 'requested', releaseDigest: digest, approvals: 1, replacesId: null })
  expect(deployment.body.changes).toEqual(['The first version: Note.'])
  const approval = { deploymentId: idOf(deployment), releaseDigest: digest, isYes: true }
  expect((await ann('POST approvals', approval)).status).toBe(403)
  const wrong = { ...approval, releaseDigest: `sha256:${'0'.repeat(64)}` }
  expect((await bob('POST approvals', wrong)).status).toBe(422)
  const stale = await as('bob', { auth_time: Math.floor(Date.now() / 1000) - 1000 })
  expect((await stale('POST approvals', approval)).status).toBe(403)
  idOf(await bob('POST approvals', approval))

  await expect
    .poll(async () => (await ann(`GET deployments/${approval.deploymentId}`)).body, { timeout: 30_000 })
    .toMatchObject({ state: 'healthy', address: `http://127.0.0.1:1/${approval.deploymentId}` })
  expect(rolledOut.map(({ environment, ...rolled }) => [environment, rolled.digest])).toEqual([
    [
      {
        id: environmentId,
        variables: {
          CHARTER_MODE: 'development',
          CHARTER_SECRET: expect.stringMatching(/^[\w-]{43}$/),
          HOSTNAME: environmentId,
          LEDGER_ORIGIN: expect.stringMatching(/\/charter$/),
          LEDGER_URL: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
          OTEL_EXPORTER_OTLP_ENDPOINT: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
          OTEL_EXPORTER_OTLP_HEADERS: expect.stringMatching(/^authorization=Bearer%20ct1_/),
          OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE: 'delta',
          OTEL_METRIC_EXPORT_INTERVAL: '10000',
          OTEL_TRACES_SAMPLER: 'slowest',
        },
        reaches: [],
        ranges: ['127.0.0.0/8', '::1'],
        own: [expect.stringMatching(/^127\.0\.0\.1:\d+$/), expect.stringMatching(/^127\.0\.0\.1:\d+$/)],
      },
      digest,
    ],
  ])
  const [{ parts = [], read } = {}] = rolledOut
  const document = parts.find(({ path }) => path === 'charter.yaml')
  expect(document && Buffer.from((await read?.(document)) ?? []).toString()).toBe(charter('Notes'))
}, 180_000)

test('what replaces another says what changes, and two that were asked for at once do not both go on', async () => {
  const { ann, bob, project } = await anOrganisation()
  const environmentId = idOf(await ann('POST environments', { projectId: project, name: 'trial', approvals: 0 }))
  const guarded = idOf(await ann('POST environments', { projectId: project, name: 'guarded' }))
  const releaseOf = async (text: string): Promise<string> => {
    const id = idOf(await ann('POST versions', { projectId: project, text }))
    await ann(`POST versions/${id}/submit`)
    await bob(`POST versions/${id}/accept`)
    const run = await ann(`POST versions/${id}/make-release`)
    return (await ended(ann, 'make-release-jobs', run.body.id)).result.release
  }
  const ask = async (releaseId: string, into: string): Promise<Answer> =>
    ann('POST deployments', { releaseId, environmentId: into, reason: 'A try.' })
  const stateOf = async (id: string): Promise<string> => (await ann(`GET deployments/${id}`)).body.state
  const [first, second] = [
    await releaseOf(charter('Notes')),
    await releaseOf(charter('Notes').replace('read, list', 'read')),
  ]

  const before = idOf(await ask(first, environmentId))
  await expect.poll(() => stateOf(before), { timeout: 30_000 }).toBe('healthy')
  const [one, other] = [await ask(second, guarded), await ask(second, guarded)]
  const rest = idOf(await ask(second, environmentId))
  await expect.poll(() => stateOf(rest), { timeout: 30_000 }).toBe('healthy')
  expect((await ann(`GET deployments/${rest}`)).body).toMatchObject({
    replacesId: before,
    changes: expect.arrayContaining([expect.stringContaining('list')]),
  })
  expect(await stateOf(before)).toBe('replaced')

  const approvals = [one, other].map(({ body: { id: deploymentId, releaseDigest } }) =>
    bob('POST approvals', { deploymentId, releaseDigest, isYes: true }),
  )
  expect((await Promise.all(approvals)).map(({ status }) => status)).toContain(201)
  await expect
    .poll(async () => (await Promise.all([one, other].map(({ body }) => stateOf(body.id)))).sort(), { timeout: 30_000 })
    .toEqual(['healthy', 'void'])
  expect(rolledOut).toHaveLength(3)
}, 120_000)

test('what an environment says is part of what was let: a secret that comes later makes a deployment void', async () => {
  const { ann, bob, project } = await anOrganisation()
  const id = idOf(await ann('POST versions', { projectId: project, text: charter('Notes') }))
  await ann(`POST versions/${id}/submit`)
  await bob(`POST versions/${id}/accept`)
  const run = await ann(`POST versions/${id}/make-release`)
  const { release, digest } = (await ended(ann, 'make-release-jobs', run.body.id)).result
  const variables = [{ name: 'LOG_LEVEL', value: 'debug' }]
  const environmentId = idOf(await ann('POST environments', { projectId: project, name: 'production', variables }))
  const deploy = async (): Promise<string> =>
    idOf(await ann('POST deployments', { releaseId: release, environmentId, reason: 'A try.' }))
  const letIt = async (deploymentId: string, state: string): Promise<void> => {
    idOf(await bob('POST approvals', { deploymentId, releaseDigest: digest, isYes: true }))
    await expect
      .poll(async () => (await ann(`GET deployments/${deploymentId}`)).body.state, { timeout: 30_000 })
      .toBe(state)
  }
  const before = await deploy()
  const secret = await ann('POST secrets', { environmentId, name: 'API_KEY', value: 'a-canary' })
  expect([secret.status, JSON.stringify(secret.body)]).toEqual([201, expect.not.stringContaining('a-canary')])
  expect((await ann(`GET deployments/${before}`)).body.state).toBe('void')
  expect(rolledOut).toEqual([])
  const after = await deploy()
  await letIt(after, 'healthy')
  expect(rolledOut[0]?.environment.variables).toMatchObject({ LOG_LEVEL: 'debug', API_KEY: 'a-canary' })
  expect((await ann(`POST deployments/${after}/stop`)).status).toBe(200)
  await expect.poll(() => stopped, { timeout: 30_000 }).toEqual([after])
  const wrong = await ann('POST secrets', { environmentId, name: 'CHARTER_MODE', value: 'development' })
  expect([wrong.status, wrong.body.errors?.[0]?.path]).toEqual([422, '/name'])
}, 120_000)

test('a version is drafted from words, and what they leave open is asked', async () => {
  const { ann, project } = await anOrganisation()
  const words = 'A library lends books to members. Members borrow books for three weeks.'
  const drafted = await ann(`POST projects/${project}/draft-version`, { words })
  expect(drafted.body).toMatchObject({ origin: 'words', words, errors: 0, state: 'draft', number: 1 })
  expect(drafted.body.text).toContain('Book:')
  expect(drafted.body.questions.length).toBeGreaterThan(0)
  const refused = await ann(`POST projects/${project}/draft-version`, { words: 'hello there' })
  expect([refused.status, refused.body.reason]).toEqual([409, 'no-api'])
}, 60_000)

test('a source is read into a version, keeps its password to itself, and says what it changed since', async () => {
  const { ann, bob, project } = await anOrganisation()
  const { url, remove } = await postgresql.makeTemporary(process.env.CHARTER_TEST_POSTGRESQL ?? '')
  const database = new pg.Client({ connectionString: url })
  await database.connect()
  try {
    await database.query('CREATE TABLE customer (id integer PRIMARY KEY, name text NOT NULL)')
    const secret = url.replace(/\/\/([^:@/]+)(?::[^@]*)?@/, '//$1:a-canary@')
    const source = await ann('POST sources', { projectId: project, name: 'shop', url: secret })
    expect(source.body).toMatchObject({ kind: 'postgresql', place: expect.stringMatching(/^postgres\w*:\/\/[^@]+$/) })
    const id = idOf(source)

    const introspected = await ann(`POST sources/${id}/introspect`)
    const { result, problem } = await ended(ann, 'introspect-source-jobs', introspected.body.id)
    expect([problem, result]).toEqual([null, expect.objectContaining({ tables: 1 })])
    const version = (await ann(`GET versions/${result.version}`)).body
    expect(version).toMatchObject({ origin: 'source', errors: 0, text: expect.stringContaining('env(SHOP_URL)') })
    await ann(`POST versions/${result.version}/submit`)
    expect((await bob(`POST versions/${result.version}/accept`)).body).toMatchObject({ state: 'accepted' })

    await database.query('ALTER TABLE customer ADD COLUMN city text')
    await database.query('CREATE TABLE invoice (id integer PRIMARY KEY)')
    const compared = await ann(`POST sources/${id}/compare`)
    expect((await ended(ann, 'compare-source-jobs', compared.body.id)).result).toEqual({ changes: 2 })
    const looked = (await ann(`GET sources/${id}`)).body
    expect(looked.drift).toEqual([expect.stringContaining('city'), expect.stringContaining('invoice')])
    expect(JSON.stringify([source, version, looked])).not.toContain('a-canary')
    expect(readFileSync(join(folder, 'platform.db')).includes('a-canary')).toBe(false)
  } finally {
    await database.end()
    await remove()
  }
}, 60_000)

test.each([
  ['mongodb://there/shop', 'No connector'],
  ['postgres://169.254.169.254/shop', null],
  ['postgres://reader@db/shop?host=/var/run', '`host` is not taken'],
  ['postgres://reader@db/shop?sslcert=/etc/passwd', '`sslcert` is not taken'],
])(
  'where a source may not be, nobody goes: %s',
  async (url, said) => {
    const { ann, project } = await anOrganisation()
    const source = await ann('POST sources', { projectId: project, name: 'shop', url })
    if (said !== null)
      return expect([source.status, source.body.errors?.[0]?.message]).toEqual([422, expect.stringContaining(said)])
    const run = await ann(`POST sources/${idOf(source)}/introspect`)
    expect(await ended(ann, 'introspect-source-jobs', run.body.id)).toMatchObject({
      state: 'failed',
      problem: { code: 'not-reached' },
    })
  },
  60_000,
)

test('whoever belongs to another organisation sees nothing of it', async () => {
  const { project } = await anOrganisation()
  const eve = await as('eve')
  idOf(await eve('POST organisations', { id: 'rival', name: 'Rival' }))
  expect((await eve(`GET projects/${project}`)).status).toBe(404)
  expect((await eve('GET projects')).body.items).toEqual([])
  expect((await eve('POST versions', { projectId: project, text: charter('Notes') })).status).toBe(422)
}, 60_000)
