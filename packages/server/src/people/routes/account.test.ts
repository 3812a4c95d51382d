import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Platform } from '../../open-platform.ts'
import { codeOf } from '../testing/authenticator.ts'
import { codesIn, type Joined, joinBy, openTestPlatform, password, tokenOf } from '../testing/platform.ts'
import { type Visitor, visitor } from '../testing/visitor.ts'

let platform: Platform & { readonly folder: string }
let ann: Joined
beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  platform = await openTestPlatform('production', { SESSION_IDLE: '90' })
  ann = await joinBy(await platform.people.makeLink(), 'ann@example.org')
}, 60_000)
beforeEach(() => {
  vi.setSystemTime(Date.now() + 3_600_000)
})
afterAll(async () => {
  await platform.close()
  vi.useRealTimers()
})

const later = (minutes: number): void => void vi.setSystemTime(Date.now() + minutes * 60_000)

const signedIn = async (secret = ann.secret): Promise<Visitor> => {
  later(2)
  const browser = visitor(platform.url)
  await browser.post('/sign-in', { email: ann.email, password })
  expect((await browser.post('/second-factor', { code: codeOf(secret) })).location).toBe('/')
  return browser
}

const isOut = async (browser: Visitor): Promise<boolean> => (await browser.post('/token')).status === 401

const idsIn = (text: string): readonly string[] =>
  [...text.matchAll(/name="id" value="([^"]+)"/g)].map(([, id]) => id ?? '')

test('who is signed in sees their sessions with place and browser, ends one, and then all others', async () => {
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
  const named = visitor(platform.url)
  await named.post('/sign-in', { email: ann.email, password }, { 'user-agent': firefox })
  await named.post('/second-factor', { code: codeOf(ann.secret) }, { 'user-agent': firefox })
  const [other, mine] = [await signedIn(), await signedIn()]
  const page = await mine.get('/account')
  expect([page.status, page.text]).toEqual([
    200,
    expect.stringMatching(/Firefox on Linux, from 10\.0\.\d+\.\d+, since .* UTC<\/time>, last used/),
  ])
  expect(page.text).not.toContain('<script')
  const [, ofOther = ''] = idsIn(page.text)
  expect((await mine.post('/account/end-session', { id: ofOther })).location).toBe('/account')
  expect([await isOut(other), await isOut(named)]).toEqual([true, false])
  expect((await mine.post('/account/end-others')).location).toBe('/account')
  expect([await isOut(named), await isOut(mine)]).toEqual([true, false])
  expect(idsIn((await mine.get('/account')).text)).toHaveLength(1)
}, 60_000)

test('a change of an account takes a second factor of the last quarter of an hour, on its page and of scripts', async () => {
  const [other, mine] = [await signedIn(), await signedIn()]
  later(16)
  const page = await mine.get('/account')
  expect([page.text.includes('action="/account/confirm"'), idsIn(page.text)]).toEqual([true, []])
  const changes = ['end-others', 'end-session', 'password', 'recovery-codes', 'authenticator']
  for (const change of changes) expect((await mine.post(`/account/${change}`, { password })).status).toBe(422)
  const { token } = JSON.parse((await mine.get('/people/list-sessions')).text)[0]
  expect((await mine.post('/people/revoke-session', { token })).text).toContain('step-up-required')
  expect((await mine.post('/people/change-password', {})).text).toContain('step-up-required')
  expect((await mine.post('/account/confirm', { code: '000000' })).text).toContain('not the one of now')
  expect(await isOut(other)).toBe(false)
  expect((await mine.post('/account/confirm', { code: codeOf(ann.secret) })).location).toBe('/account')
  await mine.post('/account/end-others')
  expect(await isOut(other)).toBe(true)
}, 60_000)

test('nobody, and a page of another site, change nothing of an account', async () => {
  const mine = await signedIn()
  for (const change of ['end-others', 'end-session', 'confirm', 'password', 'recovery-codes', 'authenticator']) {
    expect((await visitor(platform.url).post(`/account/${change}`)).location).toBe('/sign-in')
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expect((await mine.post(`/account/${change}`, {}, foreign)).status).toBe(403)
  }
})

test('new recovery codes take a code of now, and those of before are good no more', async () => {
  const mine = await signedIn()
  expect((await mine.post('/account/recovery-codes', { code: '000000' })).text).toContain('not the one of now')
  later(1)
  const codes = codesIn((await mine.post('/account/recovery-codes', { code: codeOf(ann.secret) })).text)
  expect(codes).toHaveLength(10)
  const browser = visitor(platform.url)
  await browser.post('/sign-in', { email: ann.email, password })
  expect((await browser.post('/second-factor/recovery', { code: ann.codes[0] ?? '' })).status).toBe(401)
  expect((await browser.post('/second-factor/recovery', { code: codes[0] ?? '' })).location).toBe('/account')
}, 60_000)

test('a session that lies unused ends, and one that is used goes on, until half a day after it began', async () => {
  const [left, used] = [await signedIn(), await signedIn()]
  for (let at = 0; at < 3; at++) {
    later(80)
    await tokenOf(used)
  }
  expect(await isOut(left)).toBe(true)
  for (let at = 0; at < 6; at++) {
    later(80)
    await tokenOf(used)
  }
  later(5)
  expect(await isOut(used)).toBe(true)
}, 60_000)

test('a session that lies unused has ended for every route, and is listed no more', async () => {
  const [left, other] = [await signedIn(), await signedIn()]
  later(80)
  await tokenOf(other)
  later(15)
  expect((await left.get('/account')).location).toBe('/sign-in')
  expect((await left.post('/people/two-factor/enable', { password })).status).toBe(401)
  await other.post('/account/confirm', { code: codeOf(ann.secret) })
  expect(idsIn((await other.get('/account')).text)).toHaveLength(1)
})

test('who lost their authenticator signs in by a recovery code and sets up another with their password', async () => {
  const mine = await signedIn()
  later(1)
  const [code = ''] = codesIn((await mine.post('/account/recovery-codes', { code: codeOf(ann.secret) })).text)
  const lost = visitor(platform.url)
  await lost.post('/sign-in', { email: ann.email, password })
  await lost.post('/second-factor/recovery', { code })
  expect((await lost.post('/account/authenticator', { password: 'not mine at all' })).text).toContain(
    'not your password',
  )
  await signedIn()
  const shown = (await lost.post('/account/authenticator', { password })).text
  const secret = /<code>([A-Z2-7]+)<\/code>/.exec(shown)?.[1] ?? ''
  expect([secret, codesIn(shown)]).toEqual([expect.stringMatching(/./), expect.arrayContaining([expect.any(String)])])
  expect((await lost.post('/account/authenticator/confirm', { code: codeOf(secret) })).location).toBe('/account')
  later(2)
  await signedIn(secret)
  const old = visitor(platform.url)
  await old.post('/sign-in', { email: ann.email, password })
  expect((await old.post('/second-factor', { code: codeOf(ann.secret) })).status).toBe(401)
}, 60_000)
