import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isolationMissing, type MachineTarget, machineTarget } from '@charter/deploy'
import { bringNodeModules, developmentIssuerOf } from '@charter/project'
import { afterEach, test as anyTest, beforeEach, expect } from 'vitest'
import { openPlatform, type Platform } from './open-platform.ts'

const missing = await isolationMissing()
if (missing !== null) console.warn(`Skipped, as services cannot be kept apart here: ${missing}`)
const test = anyTest.skipIf(missing !== null)

let folder: string
let platform: Platform
let target: MachineTarget
const open = (): Promise<Platform> =>
  openPlatform({
    folder,
    env: { CHARTER_MODE: 'development', PORT: '0' },
    target,
  })
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'charter-platform-'))
  target = machineTarget({ folder: join(folder, 'machine'), install: bringNodeModules })
  platform = await open()
})
afterEach(async () => {
  await platform.close()
  await target.end()
  rmSync(folder, { recursive: true, force: true })
})

const charter = (version: number): string => `charter: 1
name: notes
title: Notes
version: 1.${version}.0
access: { roles: [clerk] }
serves: [rest, grpc]
sources: { main: { own: sqlite } }
entities:
  Note:
    key: id
    fields: { id: { type: uuid, default: generated }, text: { type: text, length: 1..${100 + version} } }
    allow: { clerk: { do: [create, read, list] } }
`

// biome-ignore lint/suspicious/noExplicitAny: what is asked of it says each test.
type Body = any

const ask = async (url: string, token: string | undefined, method: string, body?: object): Promise<Body> => {
  const response = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      connection: 'close',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.status} ${text}`)
  return text === '' ? null : JSON.parse(text)
}

test('a charter of the platform answers on this machine, takes the place of another, outlives the platform and is stopped', async () => {
  const token = await platform.service.development?.token([], { sub: 'ann' })
  const call = (asked: string, body?: object): Promise<Body> => {
    const [method = '', path = ''] = asked.split(' ')
    return ask(`${platform.url}/api/v1/${path}`, token, method, body)
  }
  await call('POST organisations', { id: 'acme', name: 'Acme' })
  const project = await call('POST projects', { name: 'notes', title: 'Notes', isReviewed: false })
  const environment = await call('POST environments', { projectId: project.id, name: 'trial', approvals: 0 })
  await call('POST secrets', { environmentId: environment.id, name: 'LOG_LEVEL', value: 'debug' })
  const settled = async (path: string, states: RegExp): Promise<Body> => {
    await expect.poll(async () => (await call(`GET ${path}`)).state, { timeout: 90_000, interval: 300 }).toMatch(states)
    return call(`GET ${path}`)
  }
  const deploy = async (version: number): Promise<Body> => {
    const { id } = await call('POST versions', { projectId: project.id, text: charter(version) })
    await call(`POST versions/${id}/submit`)
    await call(`POST versions/${id}/accept`)
    const run = await call(`POST versions/${id}/make-release`)
    const { result } = await settled(`make-release-jobs/${run.id}`, /done|failed/)
    const asked = { releaseId: result.release, environmentId: environment.id, reason: 'A try.' }
    const deployment = await call('POST deployments', asked)
    return settled(`deployments/${deployment.id}`, /healthy|failing/)
  }

  const first = await deploy(1)
  expect(first).toMatchObject({ state: 'healthy', address: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) })
  const issuer = await developmentIssuerOf(folder, { name: 'notes', access: { roles: ['clerk'] } } as never, {
    CHARTER_DATA: join(folder, 'machine', 'data', environment.id),
  })
  const clerk = await issuer.token(['clerk'], {})
  const note = await ask(`${first.address}/api/v1/notes`, clerk, 'POST', { text: 'kept' })

  // It says so by itself, some seconds later.
  const window = {
    from: new Date(Date.now() - 600_000).toISOString(),
    to: new Date(Date.now() + 600_000).toISOString(),
  }
  const traffic = async (): Promise<Body> => {
    await platform.telemetry.flush()
    return (await call(`POST environments/${environment.id}/traffic-of`, window)).operations
  }
  await expect
    .poll(traffic, { timeout: 60_000, interval: 500 })
    .toContainEqual(expect.objectContaining({ operation: 'Note.create', style: 'rest', calls: 1, failed: 0 }))
  await expect
    .poll(async () => (await call(`GET spans?filter[deploymentId]=${first.id}`)).items.length, { timeout: 30_000 })
    .toBeGreaterThan(0)
  const { items } = await call(`GET spans?filter[deploymentId]=${first.id}&filter[operation]=Note.create`)
  expect(items).toMatchObject([{ environmentId: environment.id, outcome: 'ok', statements: expect.any(Number) }])
  expect(items[0].statements).toBeGreaterThan(0)
  expect(JSON.stringify(items)).not.toContain('kept')

  const second = await deploy(2)
  expect(second).toMatchObject({ state: 'healthy', address: first.address, replacesId: first.id })
  expect((await ask(`${first.address}/api/v1/notes/${note.id}`, clerk, 'GET')).text).toBe('kept')
  expect((await ask(`${first.address}/api/v1/notes`, clerk, 'POST', { text: 'x'.repeat(102) })).text).toHaveLength(102)

  await platform.close()
  expect((await ask(`${first.address}/api/v1/notes/${note.id}`, clerk, 'GET')).text).toBe('kept')
  platform = await open()
  await call(`POST deployments/${second.id}/stop`)
  await expect
    .poll(() => ask(`${first.address}/api/v1/notes`, clerk, 'GET').catch((error) => error.cause?.code), {
      timeout: 30_000,
    })
    .toBe('ECONNREFUSED')
}, 300_000)

anyTest(
  'a release is held against its charter by the platform itself, and what came of it is signed',
  async () => {
    const token = await platform.service.development?.token([], { sub: 'ann' })
    const call = (asked: string, body?: object): Promise<Body> => {
      const [method = '', path = ''] = asked.split(' ')
      return ask(`${platform.url}/api/v1/${path}`, token, method, body)
    }
    await call('POST organisations', { id: 'acme', name: 'Acme' })
    const project = await call('POST projects', { name: 'notes', title: 'Notes', isReviewed: false })
    const { id } = await call('POST versions', { projectId: project.id, text: charter(1).replace(', grpc', '') })
    await call(`POST versions/${id}/submit`)
    await call(`POST versions/${id}/accept`)
    const making = await call(`POST versions/${id}/make-release`)
    const made = (): Promise<Body> => call(`GET make-release-jobs/${making.id}`)
    await expect.poll(async () => (await made()).state, { timeout: 90_000, interval: 300 }).toBe('done')
    const { release } = (await made()).result
    const [suite] = (await call(`GET suites?filter[projectId]=${project.id}&filter[tests]=verify`)).items
    const run = await call('POST runs', { suiteId: suite.id, releaseId: release })
    const ran = (): Promise<Body> => call(`GET runs/${run.id}`)
    await expect
      .poll(async () => (await ran()).state, { timeout: 200_000, interval: 500 })
      .toMatch(/^(?:passed|failed|cancelled)$/)
    expect(await ran()).toMatchObject({ state: 'passed', failed: 0, why: null, signature: expect.any(String) })
    expect((await ran()).passed).toBeGreaterThan(100)
  },
  300_000,
)
