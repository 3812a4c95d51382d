import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Platform } from '../../open-platform.ts'
import { codeOf } from '../testing/authenticator.ts'
import { type Joined, joinBy, openTestPlatform, password } from '../testing/platform.ts'
import { visitor } from '../testing/visitor.ts'

let platform: Platform & { readonly folder: string }
let ann: Joined
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  platform = await openTestPlatform('production')
  ann = await joinBy(await platform.people.makeLink(), 'ann@example.org')
}, 60_000)
beforeEach(() => {
  vi.setSystemTime(Date.now() + 60_000)
})
afterAll(async () => {
  await platform.close()
  vi.useRealTimers()
})

/** As a program asks: from no browser. */
const ask = async (path: string, fields: Readonly<Record<string, string>>) => {
  const response = await fetch(new URL(path, platform.url), { method: 'POST', body: new URLSearchParams(fields) })
  return { status: response.status, body: JSON.parse(await response.text()) }
}

const begin = async () => (await ask('/device/code', { program: 'charter on ann’s laptop <b>' })).body

const poll = (device_code: string) =>
  ask('/device/token', { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code })

const refresh = (refresh_token: string) => ask('/device/token', { grant_type: 'refresh_token', refresh_token })

const signInProgram = async () => {
  const { device_code, user_code } = await begin()
  expect((await ann.browser.post('/device/confirm', { code: user_code })).text).toContain('is signed in')
  return (await poll(device_code)).body
}

const founds = (token: string) =>
  fetch(`${platform.url}/api/v1/organisations`, { headers: { authorization: `Bearer ${token}` } })

test('a program shows a code, its person confirms it where they are signed in, and it has tokens', async () => {
  const asked = await begin()
  expect(asked).toMatchObject({
    user_code: expect.stringMatching(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/),
    verification_uri: `${platform.url}/device`,
    expires_in: 600,
    interval: 5,
  })
  expect(await poll(asked.device_code)).toEqual({ status: 400, body: { error: 'authorization_pending' } })
  const shown = await ann.browser.post('/device', { code: asked.user_code.toLowerCase().replace('-', ' ') })
  expect(shown.text).toContain('“charter on anns laptop &lt;b&gt;”')
  expect(shown.text).toContain('from 127.0.0.1')
  expect((await ann.browser.post('/device/confirm', { code: asked.user_code })).text).toContain('is signed in')

  vi.setSystemTime(Date.now() + 5000)
  const { body } = await poll(asked.device_code)
  expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 300 })
  expect((await founds(body.access_token)).status).toBe(200)
  const later = await refresh(body.refresh_token)
  expect((await founds(later.body.access_token)).status).toBe(200)
})

test('a program’s tokens say of no second factor, whoever confirmed it', async () => {
  const { access_token } = await signInProgram()
  const claims = JSON.parse(Buffer.from(access_token.split('.')[1] ?? '', 'base64url').toString())
  expect([claims.amr, claims.auth_time]).toEqual([undefined, undefined])
})

test('what a program asked for is given once, to it alone, and for ten minutes', async () => {
  const { device_code, user_code } = await begin()
  expect((await poll(user_code)).body).toEqual({ error: 'expired_token' })
  await ann.browser.post('/device/confirm', { code: user_code })
  const given = await Promise.all([poll(device_code), poll(device_code)])
  expect(given.map(({ status }) => status).sort()).toEqual([200, 400])
  const late = await begin()
  vi.setSystemTime(Date.now() + 600_000)
  expect((await ann.browser.post('/device/confirm', { code: late.user_code })).status).toBe(422)
  expect((await poll(late.device_code)).body).toEqual({ error: 'expired_token' })
})

test('a program that asks too often is told to slow down', async () => {
  const { device_code } = await begin()
  expect([(await poll(device_code)).body.error, (await poll(device_code)).body.error]).toEqual([
    'authorization_pending',
    'slow_down',
  ])
})

test('a code is confirmed once, and by who is signed in with a second factor', async () => {
  const { user_code } = await begin()
  const half = visitor(platform.url)
  await half.post('/sign-in', { email: ann.email, password })
  for (const browser of [half, visitor(platform.url)])
    expect(await browser.post('/device/confirm', { code: user_code })).toMatchObject({
      status: 303,
      location: '/sign-in',
    })
  expect((await ann.browser.post('/device/confirm', { code: user_code })).status).toBe(200)
  expect((await ann.browser.post('/device/confirm', { code: user_code })).status).toBe(422)
})

test('another site has nobody confirm a code', async () => {
  const { user_code } = await begin()
  const evil = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  for (const path of ['/device', '/device/confirm', '/device/end'])
    expect((await ann.browser.post(path, { code: user_code }, evil)).status).toBe(403)
  expect((await ann.browser.post('/device/confirm', { code: user_code })).status).toBe(200)
})

test('a person ends a program of theirs, and nobody else’s; it ends by itself after thirty days', async () => {
  const { refresh_token } = await signInProgram()
  expect((await ann.browser.get('/device')).text).toMatch(/You are ann@example\.org, with the id <code>[0-9a-f-]{36}</)
  const ids = [...(await ann.browser.get('/device')).text.matchAll(/name="id" value="([^"]+)"/g)].map(
    ([, id = '']) => id,
  )
  expect(ids.length).toBeGreaterThan(0)
  for (const id of ids) await ann.browser.post('/device/end', { id })
  expect(await refresh(refresh_token)).toEqual({ status: 400, body: { error: 'invalid_grant' } })
  expect((await refresh('cp_x')).body).toEqual({ error: 'invalid_grant' })
  const other = await signInProgram()
  vi.setSystemTime(Date.now() + 30 * 86_400_000)
  expect((await refresh(other.refresh_token)).status).toBe(400)
})

test('who changes their password ends the programs that act for them', async () => {
  const browser = visitor(platform.url)
  await browser.post('/sign-in', { email: ann.email, password })
  await browser.post('/second-factor', { code: codeOf(ann.secret) })
  ann = { ...ann, browser }
  const { refresh_token } = await signInProgram()
  const changed = { currentPassword: password, newPassword: 'five quiet herons' }
  expect((await browser.post('/people/change-password', changed)).status).toBe(200)
  expect((await refresh(refresh_token)).status).toBe(400)
  // The session that is there now has shown no second factor.
  const { user_code } = await begin()
  for (const path of ['/device', '/device/confirm'])
    expect((await browser.post(path, { code: user_code })).location).toBe('/sign-in')
})
