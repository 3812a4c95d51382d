import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { plainDatabase } from '@charter/connectors/testing'
import type { Target } from '@charter/deploy'
import type { KeyProvider } from '@charter/runtime/service'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { digestOf } from './blobs/blobs.ts'
import { callsOf, deploy, keysIn, memoryTarget, openWith } from './care/testing/cared-for.ts'
import type { Platform } from './open-platform.ts'
import { codeOf } from './people/testing/authenticator.ts'
import { type Joined, joinBy, password, tokenOf } from './people/testing/platform.ts'
import { type Visitor, visitor } from './people/testing/visitor.ts'

const root = mkdtempSync(join(tmpdir(), 'charter-machines-'))
const read = new Map<string, string>()
const memory = memoryTarget()
/** Reads all that it rolls out, as where it runs has to. */
const reading: Target = {
  ...memory,
  rollOut: async (deployment) => {
    for (const part of deployment.parts) read.set(part.digest, digestOf(await deployment.read(part)))
    return memory.rollOut(deployment)
  },
}

let url: string
let remove: () => Promise<void>
let one: Platform
let other: Platform
let ann: Joined
let keys: KeyProvider
/** The code of an authenticator that was taken last. */
let shown = ''

/** A server on a machine of its own: a folder, and the key service that all have. */
const serverOn = (name: string, keys: KeyProvider): Promise<Platform> =>
  openWith({ folder: join(root, name), target: reading, env: { DATABASE_URL: url, HOSTNAME: name }, keys })

beforeAll(async () => {
  ;({ url, remove } = await plainDatabase(process.env.CHARTER_TEST_POSTGRESQL ?? ''))
  keys = await keysIn(join(root, 'key-service'))
  ;[one, other] = await Promise.all([serverOn('one', keys), serverOn('other', keys)])
  ann = await joinBy(await one.people.makeLink(), 'ann@example.org')
  await deploy(callsOf(one.url, ann.browser))
}, 120_000)
afterAll(async () => {
  await Promise.all([one.close(), other.close()])
  await remove()
  rmSync(root, { recursive: true })
})

/** Whoever is signed in at one, at the other. */
const atOther = (): Visitor => {
  const browser = visitor(other.url)
  browser.wear(ann.browser.cookie())
  return browser
}

test('of servers with folders of their own over one database, who is signed in at one is so at the other, and out of both', async () => {
  const browser = visitor(other.url)
  expect(await browser.post('/sign-in', { email: ann.email, password })).toMatchObject({ location: '/second-factor' })
  shown = codeOf(ann.secret, 1)
  expect(await browser.post('/second-factor', { code: shown })).toMatchObject({ location: '/' })
  const atOne = visitor(one.url)
  atOne.wear(browser.cookie())
  expect((await atOne.post('/token')).status).toBe(200)
  expect((await atOther().post('/token')).status).toBe(200)
  await atOne.post('/people/sign-out')
  expect((await browser.post('/token')).status).toBe(401)
}, 60_000)

test('a code that was shown at one is taken at neither', async () => {
  const browser = visitor(other.url)
  await browser.post('/sign-in', { email: ann.email, password })
  expect((await browser.post('/second-factor', { code: shown })).status).not.toBe(303)
}, 60_000)

test('a link that twenty follow at the same moment, at both, is used once', async () => {
  const token = await tokenOf(ann.browser)
  const invited = await fetch(`${one.url}/invitations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ email: 'bob@example.org' }),
  })
  const { pathname } = new URL(JSON.parse(await invited.text()).link)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) => visitor((at % 2 ? one : other).url).post(pathname, { password })),
  )
  expect(answers.filter(({ text }) => text.includes('<code>'))).toHaveLength(1)
}, 60_000)

test('a release that one made is verified and deployed by the other, once one is gone', async () => {
  const calls = callsOf(other.url, atOther())
  const [project] = (await calls<{ items: { id: string }[] }>('GET projects')).items
  const [release] = (await calls<{ items: { id: string; digest: string }[] }>('GET releases')).items
  await one.close()
  read.clear()
  const { id: run } = await calls<{ id: string }>(`POST releases/${release?.id}/verify`)
  await expect
    .poll(() => calls(`GET verify-release-jobs/${run}`), { timeout: 60_000 })
    .toMatchObject({ state: 'done', result: { isSigned: true, lost: 0 } })
  const made = { projectId: project?.id, name: 'elsewhere', approvals: 0 }
  const { id: environmentId } = await calls<{ id: string }>('POST environments', made)
  const asked = { releaseId: release?.id, environmentId, reason: 'A try.' }
  const { id } = await calls<{ id: string }>('POST deployments', asked)
  await expect.poll(() => calls(`GET deployments/${id}`), { timeout: 60_000 }).toMatchObject({ state: 'healthy' })
  expect(read.size).toBeGreaterThan(1)
  expect([...read].filter(([digest, found]) => digest !== found)).toEqual([])
  one = await serverOn('one', keys)
}, 90_000)

test('a server with another key service is not opened, and says why', async () => {
  await expect(serverOn('third', await keysIn(join(root, 'another-key-service')))).rejects.toThrow(
    /every server of a platform has the same key service/,
  )
}, 60_000)
