import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Platform } from '../../open-platform.ts'
import { authPath, openAuth } from '../accounts/auth.ts'
import { recoveryCodes } from '../accounts/recovery-codes.ts'
import { codeOf } from '../testing/authenticator.ts'
import { type Joined, joinBy, openTestPlatform, password, tokenOf } from '../testing/platform.ts'
import { type Visitor, visitor } from '../testing/visitor.ts'

let platform: Platform & { readonly folder: string }
let ann: Joined
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  platform = await openTestPlatform('production')
  ann = await joinBy(await platform.people.makeLink(), 'ann@example.org')
}, 60_000)
beforeEach(() => {
  vi.setSystemTime(Date.now() + 1_200_000)
})
afterAll(async () => {
  await platform.close()
  vi.useRealTimers()
})

const signedIn = async (given = password): Promise<Visitor> => {
  const browser = visitor(platform.url)
  await browser.post('/people/sign-in/email', { email: ann.email, password: given })
  expect((await browser.post('/people/two-factor/verify-totp', { code: codeOf(ann.secret) })).status).toBe(200)
  return browser
}

const there = [
  'GET /get-session',
  'GET /list-sessions',
  'POST /change-password',
  'POST /revoke-session',
  'POST /sign-in/email',
  'POST /sign-out',
  'POST /two-factor/enable',
  'POST /two-factor/verify-totp',
]

test('of the routes that better-auth has, those of the list are there, and no other', async () => {
  const auth = await openAuth({
    database: new DatabaseSync(':memory:'),
    secret: 'a'.repeat(43),
    cookies: { prefix: 'test', isTls: false },
    sessionSeconds: 60,
    onBug: () => {},
    recoveryCodes: recoveryCodes('a'.repeat(43)),
    attempts: { begin: async () => 0, succeeded: async () => {} },
    devices: { apart: () => '' },
    usedCodes: { take: async () => true },
  })
  const all = Object.values(auth.api).flatMap(({ path, options }) =>
    typeof path === 'string' ? [options.method].flat().map((method) => `${method} ${path}`) : [],
  )
  expect(all.length).toBeGreaterThan(30)
  const found: string[] = []
  for (const route of all) {
    const [method = '', path = ''] = route.split(' ')
    const { origin } = new URL(platform.url)
    const headers = { origin, cookie: ann.browser.cookie(), 'x-forwarded-for': '10.9.9.9' }
    const { status } = await fetch(`${origin}${authPath}${path}`, { method, headers, redirect: 'manual' })
    if (status !== 404 && status !== 405) found.push(route)
  }
  expect(found.sort()).toEqual(there)
}, 60_000)

test('who is signed in sees their sessions and ends one, whose tokens are made no more', async () => {
  const other = await signedIn()
  vi.setSystemTime(Date.now() + 200_000)
  const one = await signedIn()
  await tokenOf(other)
  const sessions = JSON.parse((await one.get('/people/list-sessions')).text)
  const mine = JSON.parse((await one.get('/people/get-session')).text).session
  const ended = sessions.filter(({ id }: { id: string }) => id !== mine.id)
  expect(ended.length).toBeGreaterThan(0)
  for (const { token } of ended) expect((await one.post('/people/revoke-session', { token })).status).toBe(200)
  expect((await other.post('/token')).status).toBe(401)
  await tokenOf(one)
})

test('what a session is called is no cookie: only what was signed is', async () => {
  const browser = await signedIn()
  const { token } = JSON.parse((await browser.get('/people/list-sessions')).text)[0]
  const [name] = browser.cookie().split('=')
  const thief = visitor(platform.url)
  for (const value of [token, `${token}.${'A'.repeat(43)}=`]) {
    thief.wear(`${name}=${value}`)
    expect((await thief.post('/token')).status).toBe(401)
  }
})

test('answers of sign-in hold nothing that is kept of it', async () => {
  const browser = visitor(platform.url)
  await browser.post('/people/sign-in/email', { email: ann.email, password })
  const seen = await browser.post('/people/two-factor/verify-totp', { code: codeOf(ann.secret) })
  expect(JSON.parse(seen.text)).toEqual({ user: expect.objectContaining({ email: ann.email }) })
})

test('who changes a password shows the old one, takes one that is not weak, and is signed out everywhere', async () => {
  const [one, other] = [await signedIn(), visitor(platform.url)]
  other.wear(one.cookie())
  const change = (currentPassword: string, newPassword: string) =>
    one.post('/people/change-password', { currentPassword, newPassword })
  expect((await change(password, 'password2026')).status).toBe(400)
  expect((await change('not the old one', 'five quiet herons')).status).toBe(400)
  expect((await change(password, 'five quiet herons')).status).toBe(200)
  expect((await other.post('/token')).status).toBe(401)
  expect((await one.post('/token')).text).toContain('step-up-required')
  vi.setSystemTime(Date.now() + 60_000)
  await tokenOf(await signedIn('five quiet herons'))
  vi.setSystemTime(Date.now() + 60_000)
  const back = await signedIn('five quiet herons')
  expect(
    (await back.post('/people/change-password', { currentPassword: 'five quiet herons', newPassword: password }))
      .status,
  ).toBe(200)
}, 60_000)

test('a stolen session guesses a password five times, as anybody does', async () => {
  const browser = await signedIn()
  const guess = (currentPassword: string) =>
    browser.post('/people/change-password', { currentPassword, newPassword: 'five quiet herons' })
  for (let guessed = 0; guessed < 5; guessed++) expect((await guess(`guess number ${guessed}`)).status).toBe(400)
  expect((await guess(password)).status).toBe(429)
}, 60_000)

test('a second factor that is there is not replaced by who knows the password', async () => {
  const browser = await signedIn()
  expect((await browser.post('/people/two-factor/enable', { password })).status).toBe(400)
})
