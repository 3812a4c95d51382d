import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Platform } from '../../open-platform.ts'
import { type PlatformCalls, platformCalls } from '../../program/platform-calls.ts'
import { runOf } from '../../program/run-of.ts'
import { codeOf } from '../testing/authenticator.ts'
import { optionsIn, passkeyDevice } from '../testing/passkey-device.ts'
import { type Joined, joinBy, openTestPlatform, password, tokenOf } from '../testing/platform.ts'
import { type Visitor, visitor } from '../testing/visitor.ts'

interface Asked {
  readonly id: string
  readonly releaseDigest: string
}

let platform: Platform & { readonly folder: string }
let ann: Joined
let bob: Joined
let releaseId: string
const callsOf = (who: Visitor): PlatformCalls => platformCalls({ url: platform.url, token: () => tokenOf(who) })
const calls: PlatformCalls = (asked, body) => callsOf(ann.browser)(asked, body)
let projectId: string
let environments = 0

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  platform = await openTestPlatform('production')
  ann = await joinBy(await platform.people.makeLink(), 'ann@example.org')
  await calls('POST organisations', { id: 'acme', name: 'Acme' })
  const role = await calls<Asked>('POST roles', { name: 'Seconds', grants: ['viewer', 'designer', 'approver'] })
  const { origin } = new URL(platform.url)
  const invited = await fetch(`${origin}/invitations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await tokenOf(ann.browser)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'bob@example.org' }),
  })
  const { personId, link } = JSON.parse(await invited.text())
  bob = await joinBy(link, 'bob@example.org')
  await calls('POST members', { personId, roleId: role.id })
  projectId = (await calls<Asked>('POST projects', { name: 'notes', title: 'Notes', isReviewed: false })).id
  const version = await calls<Asked>('POST versions', { projectId, text })
  await calls(`POST versions/${version.id}/submit`)
  await calls(`POST versions/${version.id}/accept`)
  const made = await runOf<{ release: string }>(calls, {
    start: `POST versions/${version.id}/make-release`,
    kind: 'make-release-jobs',
  })
  releaseId = made.result.release
}, 120_000)
beforeEach(() => {
  // Past every wait and every code that was used, and past a quarter of an hour since anybody signed in.
  vi.setSystemTime(Date.now() + 1_200_000)
})
afterAll(async () => {
  await platform.close()
  vi.useRealTimers()
})

const text = `charter: 1
name: notes
access: { roles: [clerk] }
sources: { main: { own: sqlite } }
entities:
  Note:
    key: id
    fields: { id: { type: uuid, default: generated } }
    allow: { clerk: { do: [create, read] } }
`

/** What Ann asks for, and cannot let. */
const waiting = async (): Promise<Asked> => {
  const environment = await calls<Asked>('POST environments', { projectId, name: `env-${++environments}` })
  return calls('POST deployments', { releaseId, environmentId: environment.id, reason: 'A <b>try</b>.' })
}

const stateOf = async ({ id }: Asked): Promise<string> =>
  (await calls<{ readonly state: string }>(`GET deployments/${id}`)).state

const signedIn = async (who: Joined): Promise<Visitor> => {
  const browser = visitor(platform.url)
  await browser.post('/sign-in', { email: who.email, password })
  expect((await browser.post('/second-factor', { code: codeOf(who.secret) })).location).toBe('/')
  vi.setSystemTime(Date.now() + 1_200_000)
  return browser
}

test('who signed in a while ago sees what a deployment changes, and lets it by a code of now', async () => {
  const browser = await signedIn(bob)
  const asked = await waiting()
  const at = `/approve/${asked.id}`
  // The sign-in is too old for the API.
  await expect(
    callsOf(browser)('POST approvals', { deploymentId: asked.id, releaseDigest: asked.releaseDigest, isYes: true }),
  ).rejects.toThrow('POST approvals')
  const page = await browser.get(at)
  expect([page.status, page.text]).toEqual([200, expect.stringContaining('The first version: Note.')])
  expect(page.text).toContain(asked.releaseDigest)
  expect(page.text).toContain('A &lt;b&gt;try&lt;/b&gt;.')
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  const answer = { digest: asked.releaseDigest, answer: 'let', comment: 'Looked at.' }
  const wrong = await browser.post(at, { ...answer, code: '000000' })
  expect([wrong.status, wrong.text]).toEqual([422, expect.stringContaining('not the one of now')])
  expect(await stateOf(asked)).toBe('requested')
  expect((await browser.post(at, { ...answer, code: codeOf(bob.secret) })).location).toBe(at)
  await expect.poll(() => stateOf(asked), { timeout: 30_000 }).toBe('healthy')
  expect((await browser.get(at)).text).toMatch(/lets it, .*: Looked at\./)
  // Its code was one: the next deed asks for another.
  const other = await waiting()
  const again = await browser.post(`/approve/${other.id}`, {
    ...answer,
    digest: other.releaseDigest,
    code: codeOf(bob.secret),
  })
  expect([again.status, await stateOf(other)]).toEqual([422, 'requested'])
}, 120_000)

test('a passkey of now lets a deployment, once, where its page asked for it', async () => {
  const browser = await signedIn(bob)
  const device = passkeyDevice(new URL(platform.url).origin)
  expect((await browser.post('/account/confirm', { code: codeOf(bob.secret) })).location).toBe('/account')
  const making = optionsIn((await browser.get('/account/passkeys/new')).text)
  expect((await browser.post('/account/passkeys', { name: 'Laptop', passkey: device.make(making) })).location).toBe(
    '/account',
  )
  vi.setSystemTime(Date.now() + 1_200_000)
  const [one, other] = [await waiting(), await waiting()]
  const page = await browser.get(`/approve/${one.id}`)
  expect(page.text).toContain('Let it, with a passkey')
  const passkey = device.show(optionsIn(page.text))
  const letting = (of: Asked) => browser.post(`/approve/${of.id}`, { digest: of.releaseDigest, answer: 'let', passkey })
  expect((await letting(one)).location).toBe(`/approve/${one.id}`)
  expect([(await letting(other)).status, await stateOf(other)]).toEqual([422, 'requested'])
}, 60_000)

test('it is refused likewise, and what was looked at is what is let', async () => {
  const browser = await signedIn(bob)
  const [one, two] = [await waiting(), await waiting()]
  const other = await browser.post(`/approve/${one.id}`, {
    code: codeOf(bob.secret),
    digest: `sha256:${'0'.repeat(64)}`,
    answer: 'let',
  })
  expect([other.status, other.text]).toEqual([422, expect.stringContaining('look at that')])
  vi.setSystemTime(Date.now() + 60_000)
  await browser.post(`/approve/${two.id}`, { code: codeOf(bob.secret), digest: two.releaseDigest, answer: 'refuse' })
  expect([await stateOf(one), await stateOf(two)]).toEqual(['requested', 'refused'])
}, 60_000)

test('who asked for it is shown no form, and lets it no other way', async () => {
  const browser = await signedIn(ann)
  const asked = await waiting()
  expect((await browser.get(`/approve/${asked.id}`)).text).toContain('somebody else lets it')
  const sent = { code: codeOf(ann.secret), digest: asked.releaseDigest, answer: 'let' }
  expect((await browser.post(`/approve/${asked.id}`, sent)).status).toBe(422)
  expect(await stateOf(asked)).toBe('requested')
}, 60_000)

test('nobody, a page of another site and a program let nothing there', async () => {
  const asked = await waiting()
  const at = `/approve/${asked.id}`
  const sent = { code: codeOf(bob.secret), digest: asked.releaseDigest, answer: 'let' }
  expect((await visitor(platform.url).get(at)).status).toBe(401)
  expect((await visitor(platform.url).post(at, sent)).status).toBe(401)
  const browser = await signedIn(bob)
  const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  expect((await browser.post(at, { ...sent, code: codeOf(bob.secret) }, foreign)).status).toBe(403)
  expect((await browser.get('/approve/0198')).status).toBe(404)
  expect(await stateOf(asked)).toBe('requested')
}, 60_000)

test('who joined and has shown no second factor yet sees and lets nothing there', async () => {
  const asked = await waiting()
  const owner = visitor(platform.url)
  await owner.post('/sign-in', { email: ann.email, password })
  expect((await owner.post('/second-factor', { code: codeOf(ann.secret) })).location).toBe('/')
  const invited = await fetch(`${new URL(platform.url).origin}/invitations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await tokenOf(owner)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'eve@example.org' }),
  })
  const { personId, link } = JSON.parse(await invited.text())
  const roles = await calls<{ readonly items: readonly { readonly id: string; readonly name: string }[] }>('GET roles')
  await calls('POST members', { personId, roleId: roles.items.find(({ name }) => name === 'Seconds')?.id ?? '' })
  const browser = visitor(link)
  expect((await browser.post(link, { email: 'eve@example.org', password })).status).toBe(200)
  for (const at of [`/approve/${asked.id}`, '/keys/new']) expect((await browser.get(at)).status).toBe(401)
  const sent = { code: '000000', digest: asked.releaseDigest, answer: 'let' }
  expect((await browser.post(`/approve/${asked.id}`, sent)).status).toBe(401)
}, 60_000)

test('codes are guessed five times in a session: then it ends, and the next guess takes a password', async () => {
  const browser = await signedIn(bob)
  const asked = await waiting()
  const guess = (code: string) =>
    browser.post(`/approve/${asked.id}`, { code, digest: asked.releaseDigest, answer: 'let' })
  const wrong = [...'0123456'].map((digit) => digit.repeat(6)).filter((code) => code !== codeOf(bob.secret))
  for (const code of wrong.slice(0, 5)) expect((await guess(code)).status).toBe(422)
  expect((await guess(codeOf(bob.secret))).text).toContain('Sign in first')
  expect((await browser.post('/token')).status).toBe(401)
  // The route of sign-in still takes no code of who is signed in.
  vi.setSystemTime(Date.now() + 1_200_000)
  const other = await signedIn(bob)
  expect((await other.post('/people/two-factor/verify-totp', { code: codeOf(bob.secret) })).status).toBe(403)
  expect(await stateOf(asked)).toBe('requested')
}, 60_000)

test('a key is made on a page by a code of now, shown there once, and does what it grants', async () => {
  const browser = await signedIn(bob)
  const page = await browser.get('/keys/new?name=ci&grants=viewer%2Cdesigner&days=30')
  expect([page.status, page.text]).toEqual([200, expect.stringContaining('value="viewer,designer"')])
  const wanted = { name: 'ci', grants: 'viewer,designer', days: '30' }
  expect((await browser.post('/keys/new', { ...wanted, code: '000000' })).status).toBe(422)
  const made = await browser.post('/keys/new', { ...wanted, code: codeOf(bob.secret) })
  const key = /ck_[\w-]+/.exec(made.text)?.[0] ?? ''
  expect([made.status, key]).toEqual([200, expect.stringMatching(/./)])
  await expect
    .poll(() =>
      fetch(`${platform.url}/api/v1/projects`, { headers: { authorization: `Bearer ${key}` } }).then((r) => r.status),
    )
    .toBe(200)
  vi.setSystemTime(Date.now() + 60_000)
  const more = await browser.post('/keys/new', { ...wanted, grants: 'approver', code: codeOf(bob.secret) })
  expect([more.status, more.text]).toEqual([422, expect.not.stringMatching(/ck_/)])
}, 60_000)

test('on one’s own machine it says that nobody lets what they asked for, and where keys are made', async () => {
  const local = await openTestPlatform('development')
  try {
    const browser = visitor(local.url)
    await browser.get(await local.people.makeLink())
    expect((await browser.get('/keys/new')).text).toContain('charter key create')
    expect((await browser.post('/keys/new', { name: 'ci', grants: 'viewer', days: '1', code: '000000' })).status).toBe(
      422,
    )
    expect((await browser.get(`/approve/${crypto.randomUUID()}`)).status).toBe(404)
  } finally {
    await local.close()
  }
}, 60_000)
