import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Platform } from '../../open-platform.ts'
import { codeOf } from '../testing/authenticator.ts'
import { type Joined, joinBy, openTestPlatform, password, tokenOf } from '../testing/platform.ts'
import { visitor } from '../testing/visitor.ts'

let platform: Platform & { readonly folder: string }
let ann: Joined
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  platform = await openTestPlatform('production')
  ann = await joinBy(await platform.people.makeLink(), 'ann@example.org')
}, 60_000)
afterAll(async () => {
  await platform.close()
  vi.useRealTimers()
})

const list = (at: Platform, token: string) =>
  fetch(`${at.url}/api/v1/organisations`, { headers: { authorization: `Bearer ${token}` } })

const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

test('a token says who it is of and when a second factor was shown, and holds for five minutes', async () => {
  const shownAt = Math.floor(Date.now() / 1000)
  vi.setSystemTime(Date.now() + 600_000)
  const token = await tokenOf(ann.browser)
  const claims = claimsOf(token)
  expect(claims).toMatchObject({ aud: 'platform', amr: ['pwd', 'otp', 'mfa'], exp: claims.iat + 300 })
  expect(Math.abs(claims.auth_time - shownAt)).toBeLessThan(60)
  expect(claims.roles).toBeUndefined()
  expect((await list(platform, token)).status).toBe(200)
  vi.setSystemTime(Date.now() + 306_000)
  expect((await list(platform, token)).status).toBe(401)
  expect((await list(platform, await tokenOf(ann.browser))).status).toBe(200)
})

test('who has shown a password alone has no token: before a second factor is there, and before it is shown', async () => {
  const browser = visitor(platform.url)
  await browser.post('/sign-in', { email: ann.email, password })
  expect((await browser.post('/token')).text).toContain('"unauthenticated"')
  const fresh = await openTestPlatform('production')
  try {
    const link = await fresh.people.makeLink()
    const joining = visitor(link)
    expect((await joining.post(link, { email: 'bob@example.org', password })).cookies).toHaveLength(1)
    expect((await joining.post('/token')).text).toContain('"step-up-required"')
  } finally {
    await fresh.close()
  }
})

test('keys are told to whoever asks, and only what is public of them', async () => {
  const answer = await fetch(`${platform.url}/.well-known/jwks.json`)
  expect(JSON.parse(await answer.text()).keys).toEqual([
    {
      kty: 'EC',
      crv: 'P-256',
      x: expect.any(String),
      y: expect.any(String),
      alg: 'ES256',
      use: 'sig',
      kid: expect.any(String),
    },
  ])
})

test('a session or a token of one platform is none of another, on the same host too', async () => {
  const other = await openTestPlatform('production')
  try {
    const bob = await joinBy(await other.people.makeLink(), 'bob@example.org')
    const token = await tokenOf(bob.browser)
    expect([(await list(other, token)).status, (await list(platform, token)).status]).toEqual([200, 401])
    const both = visitor(platform.url)
    both.wear(bob.browser.cookie())
    expect((await both.post('/token')).status).toBe(401)
    const [name] = ann.browser.cookie().split('=')
    const [, value] = bob.browser.cookie().split('=')
    both.wear(`${name}=${value}`)
    expect((await both.post('/token')).status).toBe(401)
    expect(ann.browser.cookie().split('=')[0]).not.toBe(bob.browser.cookie().split('=')[0])
  } finally {
    await other.close()
  }
}, 60_000)

test('what is approved by a sign-in that is older than a quarter of an hour is approved by none: it is asked for anew', async () => {
  const before = claimsOf(await tokenOf(ann.browser)).auth_time
  const again = visitor(platform.url)
  await again.post('/sign-in', { email: ann.email, password })
  await again.post('/second-factor', { code: codeOf(ann.secret) })
  expect(claimsOf(await tokenOf(again)).auth_time).toBeGreaterThan(before)
})
